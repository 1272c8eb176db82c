import { Select } from '@mantine/core';
import { TypedField } from '@/components/form/typed-field';
import { useTranslation } from '@/lib/wording';
import { DayField, ReferenceField, StateField, ZoneField } from '../form/inputs/choice-field';
import type { Definition, Field } from '../model/definition';
import { labelText, optionText } from '../words';

interface Props {
  definition: Definition;
  field: Field;
  filters: Record<string, string>;
  onFilter(field: string, value: string | null): void;
}

/** A filter looks like its field, but may always be empty. */
export function FilterInput({ definition, field, filters, onFilter }: Props) {
  const { t } = useTranslation();
  const label = labelText(t, definition.resource, field.name);
  const value = filters[field.name] ?? null;
  const onChange = (next: string | null) => onFilter(field.name, next);
  const free = { ...field, required: false };
  const props = { field: free, label, value, onChange, onBlur: () => {}, error: undefined, locked: false };

  if (field.reference) return <ReferenceField {...props} resource={definition.resource} parents={filters} />;
  switch (field.type) {
    case 'bool':
    case 'enum': {
      const options = field.type === 'bool' ? ['true', 'false'] : (field.options ?? []);
      const text = (option: string) =>
        field.type === 'bool' ? t(option === 'true' ? 'option.yes' : 'option.no') : optionText(t, field.name, option);
      const data = options.map((option) => ({ value: option, label: text(option) }));
      return (
        <Select
          label={label}
          data={data}
          value={value}
          onChange={onChange}
          clearable
          placeholder={t('ui.master.any')}
          searchable={data.length > 8}
        />
      );
    }
    case 'state':
      return <StateField {...props} placeholder={t('ui.master.any')} />;
    case 'timezone':
      return <ZoneField {...props} />;
    case 'date':
      return <DayField {...props} />;
    default:
      return (
        <TypedField
          label={label}
          placeholder={t('ui.master.exactly')}
          inputMode={field.type === 'int' ? 'numeric' : 'text'}
          value={value ?? ''}
          onChange={(text) => onChange((field.type === 'int' ? text.replace(/\D/g, '') : text) || null)}
        />
      );
  }
}
