import type { CustomFormProps } from '../custom-forms/types';
import type { Field } from '../model/definition';
import { wideFields } from '../model/sections';
import { FieldInput } from './field-input';
import classes from './form.module.css';

/** Fields in two columns, one on phones; switches are grouped below, where they line up. */
export function FieldGrid({ fields, ...props }: CustomFormProps & { fields: Field[] }) {
  const inputs = fields.filter((field) => field.type !== 'bool');
  const switches = fields.filter((field) => field.type === 'bool');
  const wide = wideFields(inputs);
  return (
    <>
      {inputs.length > 0 && (
        <div className={`${classes.grid} pair align-top gap-16`}>
          {inputs.map((field) => (
            <div key={field.name} className={wide.has(field.name) ? 'whole-row' : undefined}>
              <FieldInput {...props} field={field} />
            </div>
          ))}
        </div>
      )}
      {switches.length > 0 && (
        <div className={`${classes.switches} pair`}>
          {switches.map((field) => (
            <FieldInput key={field.name} {...props} field={field} />
          ))}
        </div>
      )}
    </>
  );
}
