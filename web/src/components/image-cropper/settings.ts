/** Settings a caller may change; the rest are product constants. */
export interface CropperSettings {
  format: 'png' | 'jpeg' | 'webp';
  /** Must be above 0 when `maintainAspectRatio` is on. */
  aspectRatio: number;
  maintainAspectRatio: boolean;
  /** Quality of lossy formats, in percent. */
  quality: number;
  /** Smallest side of the crop area on screen, in pixels. */
  minimumCrop: number;
  keyboardStep: number;
  /** Longest side of the result, in pixels. */
  longestSide: number;
  /** Maximum bytes of the result. */
  mostBytes: number;
}

export const withDefaults = (given: Partial<CropperSettings> = {}): CropperSettings => ({
  format: 'png',
  aspectRatio: 1,
  maintainAspectRatio: true,
  quality: 92,
  minimumCrop: 20,
  keyboardStep: 3,
  longestSide: 1600,
  mostBytes: 2 * 1024 * 1024,
  ...given,
});

export const isSound = ({ maintainAspectRatio, aspectRatio }: CropperSettings) =>
  !maintainAspectRatio || aspectRatio > 0;
