import { SegmentedControl } from '@mantine/core';
import { useTranslation } from '@/lib/wording';
import type { Definition, Field } from '../model/definition';
import { labelText, optionText } from '../words';
import classes from './list.module.css';

interface Props {
  definition: Definition;
  field: Field;
  isPhone: boolean;
  value: string;
  onChange(value: string | null): void;
}

const ALL = '*';

export function QuickFilter({ definition, field, isPhone, value, onChange }: Props) {
  const { t } = useTranslation();
  const label = labelText(t, definition.resource, field.name);
  const options =
    field.type === 'bool'
      ? [
          { value: 'true', label: t('option.yes') },
          { value: 'false', label: t('option.no') },
        ]
      : (field.options ?? []).map((option) => ({ value: option, label: optionText(t, field.name, option) }));
  return (
    <div className={classes.quick}>
      {field.name !== 'status' && (
        <span className={classes.quickLabel} aria-hidden>
          {label}
        </span>
      )}
      <SegmentedControl
        aria-label={label}
        size={isPhone ? 'md' : 'sm'}
        data={[{ value: ALL, label: t('ui.master.all') }, ...options]}
        value={value || ALL}
        onChange={(chosen) => onChange(chosen === ALL ? null : chosen)}
      />
    </div>
  );
}
