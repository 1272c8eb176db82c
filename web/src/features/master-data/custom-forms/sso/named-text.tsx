import { useTranslation } from '@/lib/wording';
import { useFormHost } from '../../form/host';
import { SecretField } from '../../form/inputs/secret-field';
import { TextField } from '../../form/inputs/text-field';
import { fieldOf, isSecret } from '../../model/definition';
import { labelText } from '../../words';
import type { CustomFormProps } from '../types';

interface NamedTextProps extends CustomFormProps {
  name: string;
  /** Defaults to the field's own label. */
  label?: string;
  hint?: string;
}

/** A text field whose label depends on another field. */
export function NamedText({ definition, form, record, readOnly, name, label, hint }: NamedTextProps) {
  const { t } = useTranslation();
  const host = useFormHost();
  const field = fieldOf(definition, name);
  const value = form.values[name];
  if (!field) return null;
  const text = typeof value === 'string' ? value : '';
  const shown = label ?? labelText(t, definition.resource, name);
  const error = form.errors[name];
  const all = {
    // One line is enough for a name of any length.
    field: { ...field, max: 0 },
    label: shown,
    description: hint,
    value: text,
    onChange: (next: string) => form.setFieldValue(name, next),
    onBlur: () => host.checkOne(name),
    // The error uses the label shown here.
    error: error && text.trim() === '' ? t('message.enter', { label: shown }) : error,
    locked: readOnly,
  };
  if (isSecret(field)) return <SecretField {...all} isSet={record?.[`${name}Set`] === true} />;
  return <TextField {...all} />;
}
