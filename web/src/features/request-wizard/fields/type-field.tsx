import { Radio } from '@mantine/core';
import { useTranslation } from '@/lib/wording';
import { useMaster } from '../data/use-masters';
import classes from '../wizard.module.css';
import { faultText, labelOf, useFault } from '../words';
import { MasterField } from './master-field';

interface Props {
  value: string | null;
  onChange(value: string | null): void;
}

const few = 4;

/** A few customer types show as buttons; many as a select. */
export function TypeField({ value, onChange }: Props) {
  const { t } = useTranslation();
  const { choices } = useMaster('customerType');
  const fault = useFault('customerType');
  if (choices.length === 0 || choices.length > few) {
    return <MasterField path="customerType" name="customerType" value={value} onChange={onChange} required />;
  }
  return (
    <Radio.Group
      label={labelOf(t, 'customerType')}
      withAsterisk
      value={value ?? ''}
      onChange={onChange}
      error={fault && faultText(t, fault)}
    >
      <div className={`${classes.radios} flex wrap`}>
        {choices.map((choice, at) => (
          <Radio
            key={choice.value}
            value={choice.value}
            label={choice.label}
            data-field={at === 0 ? 'customerType' : undefined}
            classNames={{ body: classes.radio }}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
