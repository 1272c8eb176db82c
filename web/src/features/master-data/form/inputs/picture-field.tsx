import { ImageField } from '@/components/image-cropper';
import type { InputProps } from './types';

export function PictureField({ field, label, value, onChange, error, locked, description }: InputProps) {
  return (
    <ImageField
      data-field={field.name}
      label={label}
      description={description}
      value={value}
      onChange={onChange}
      error={error}
      readOnly={locked}
    />
  );
}
