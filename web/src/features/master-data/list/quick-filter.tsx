import { NativeSelect, SegmentedControl } from '@mantine/core';
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
/** Side by side on a phone: the widths of an empty button, a Tamil letter, and the page. */
const [BUTTON, LETTER, PAGE] = [30, 10, 358];

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
  const choose = (chosen: string) => onChange(chosen === ALL ? null : chosen);
  const shown = {
    'aria-label': label,
    data: [{ value: ALL, label: t('ui.master.all') }, ...options],
    value: value || ALL,
  };
  const width = shown.data.reduce((sum, option) => sum + BUTTON + LETTER * option.label.length, 0);
  const isTight = isPhone && width > PAGE;
  return (
    <div className={`${classes.quick} row wrap gap-8`}>
      {field.name !== 'status' && (
        <span className={`${classes.quickLabel} text-13 muted`} aria-hidden>
          {label}
        </span>
      )}
      {isTight ? (
        <NativeSelect
          {...shown}
          className={classes.quickChoice}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      ) : (
        <SegmentedControl {...shown} onChange={choose} size={isPhone ? 'md' : 'sm'} />
      )}
    </div>
  );
}
