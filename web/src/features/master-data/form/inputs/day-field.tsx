import { DayField as Field } from '@/components/day-field';
import { common, type InputProps } from './types';

/** A date field of a record. */
export function DayField(props: InputProps) {
  const { label, value, onChange } = props;
  return <Field {...common(props as InputProps<never>)} label={label} value={value} onChange={onChange} />;
}
