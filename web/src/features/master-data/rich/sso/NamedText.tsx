import { useTranslation } from '@/lib/wording';
import { useFormHost } from '../../form/host';
import { TextField } from '../../form/inputs/TextField';
import { fieldOf } from '../../model/definition';
import { labelText } from '../../words';
import type { RichFormProps } from '../types';

interface NamedTextProps extends RichFormProps {
  name: string;
  /** The field's own label unless told. */
  label?: string;
  hint?: string;
}

/** A text field whose name depends on another field. */
export function NamedText({ definition, form, readOnly, name, label, hint }: NamedTextProps) {
  const { t } = useTranslation();
  const host = useFormHost();
  const field = fieldOf(definition, name);
  const value = form.values[name];
  if (!field) return null;
  return (
    <TextField
      field={field}
      label={label ?? labelText(t, definition.resource, name)}
      description={hint}
      value={typeof value === 'string' ? value : ''}
      onChange={(text) => form.setFieldValue(name, text)}
      onBlur={() => host.checkOne(name)}
      error={form.errors[name]}
      locked={readOnly}
    />
  );
}
