export type { CropperSettings } from './crop-area';
export { ImageField, type ImageFieldProps } from './image-field';
