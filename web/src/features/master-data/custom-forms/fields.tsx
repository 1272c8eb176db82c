import { FieldInput } from '../form/field-input';
import { type Field, fieldOf } from '../model/definition';
import classes from './custom-form.module.css';
import type { CustomFormProps } from './registry';

interface FieldsProps extends CustomFormProps {
  names: string[];
  /** These take the full width. */
  wide?: string[];
  /** Shown under the label. */
  hints?: Record<string, string | undefined>;
}

/** Some fields of a record by name, in two columns; unknown names are left out. */
export function Fields({ names, wide = [], hints = {}, ...props }: FieldsProps) {
  const fields = names.flatMap((name) => fieldOf(props.definition, name) ?? []);
  return (
    <div className={classes.grid}>
      {fields.map((field) => (
        <div key={field.name} className={classOf(field, wide)}>
          <FieldInput {...props} field={field} description={hints[field.name]} />
        </div>
      ))}
    </div>
  );
}

function classOf(field: Field, wide: string[]) {
  if (wide.includes(field.name)) return classes.wide;
  return field.type === 'bool' ? classes.switch : classes.cell;
}
