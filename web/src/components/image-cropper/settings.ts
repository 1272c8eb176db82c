/** Settings a caller may change; the rest are product constants. */
export interface CropperSettings {
  format: OutputFormat;
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

/** The wording key of the settings error. */
export function settingsFault(settings: CropperSettings): 'ui.cropper.aspectRatioAboveZero' | null {
  const isSound = !settings.maintainAspectRatio || settings.aspectRatio > 0;
  return isSound ? null : 'ui.cropper.aspectRatioAboveZero';
}
