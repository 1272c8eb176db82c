/** What a place that asks for a picture may settle; the rest are the product's constants. */
export interface CropperSettings {
  format: OutputFormat;
  /** Above 0 whenever `maintainAspectRatio` is on. */
  aspectRatio: number;
  maintainAspectRatio: boolean;
  /** Of lossy formats, in percent. */
  quality: number;
  /** Smallest side of the crop area on the screen, in pixels. */
  minimumCrop: number;
  keyboardStep: number;
  /** Longest side of the result, in pixels. */
  longestSide: number;
  /** Most bytes of the result. */
  mostBytes: number;
}

export type OutputFormat = 'png' | 'jpeg' | 'webp';

export const DEFAULTS: CropperSettings = {
  format: 'png',
  aspectRatio: 1,
  maintainAspectRatio: true,
  quality: 92,
  minimumCrop: 20,
  keyboardStep: 3,
  longestSide: 1600,
  mostBytes: 2 * 1024 * 1024,
};

export const withDefaults = (given: Partial<CropperSettings>): CropperSettings => ({ ...DEFAULTS, ...given });

/** The wording key of what is wrong with the settings. */
export function settingsFault(settings: CropperSettings): 'ui.cropper.aspectRatioAboveZero' | null {
  const isSound = !settings.maintainAspectRatio || settings.aspectRatio > 0;
  return isSound ? null : 'ui.cropper.aspectRatioAboveZero';
}
