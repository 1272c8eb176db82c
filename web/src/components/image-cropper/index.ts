export { ImageField, type ImageFieldProps } from './image-field';
export type { CropperSettings } from './settings';
