export { ImageField, type ImageFieldProps } from './ImageField';
export type { CropperSettings } from './settings';
