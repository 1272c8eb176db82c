import { Skeleton } from '@mantine/core';
import { lazy, memo, Suspense, useCallback, useMemo, useRef } from 'react';
import { useTranslation } from '@/lib/wording';
import type { CustomFormProps } from '../custom-forms/registry';
import { type Field, isSecret } from '../model/definition';
import { setName } from '../model/record';
import { parentsOf } from '../model/sections';
import { isCompanion } from '../model/validate';
import { hintText, labelText } from '../words';
import { ChoiceField, DayField, ReferenceField, StateField, ZoneField } from './inputs/choice-field';
import { SecretField, SwitchField, TextField } from './inputs/text-field';
import type { InputProps } from './inputs/types';

const ImageField = lazy(() => import('@/components/image-cropper').then((file) => ({ default: file.ImageField })));

interface Props extends CustomFormProps {
  field: Field;
  description?: string;
}

/** The input of one field by type, with label, required mark and error. */
export function FieldInput({ definition, field, form, record, mode, readOnly, description }: Props) {
  const { t } = useTranslation();
  const latest = useRef(form);
  latest.current = form;

  const onChange = useCallback(
    (value: string | boolean | null) => {
      // Values chosen under the old parent do not belong to the new one.
      const children = definition.fields.filter((other) => parentsOf(other).includes(field.name));
      const cleared = Object.fromEntries(children.map(({ name }) => [name, null]));
      latest.current.set({ [field.name]: value, ...cleared });
    },
    [definition, field],
  );
  const onClear = useCallback(
    (isCleared: boolean) => latest.current.set({ [setName(field)]: isCleared ? false : null }),
    [field],
  );
  const onBlur = useCallback(() => latest.current.checkOne(field.name), [field]);

  const names = parentsOf(field);
  const parentText = JSON.stringify(names.map((name) => form.values[name] ?? null));
  const parents = useMemo(() => {
    const values = JSON.parse(parentText) as (string | null)[];
    return Object.fromEntries(parentsOf(field).map((name, at) => [name, values[at]]));
  }, [parentText, field]);

  const isKey = definition.key.includes(field.name) || isCompanion(definition, field);
  return (
    <Body
      field={field}
      resource={definition.resource}
      label={labelText(t, definition.resource, field.name)}
      value={form.values[field.name] ?? null}
      error={form.errors[field.name]}
      locked={readOnly || (mode === 'edit' && isKey)}
      isSet={isSecret(field) && mode === 'edit' && record?.[setName(field)] === true}
      isCleared={form.values[setName(field)] === false}
      onClear={onClear}
      parents={parents}
      description={description ?? hintText(t, definition.resource, field.name)}
      onChange={onChange}
      onBlur={onBlur}
    />
  );
}

interface BodyProps extends Omit<InputProps, 'value' | 'onChange'> {
  value: string | boolean | null;
  onChange(value: string | boolean | null): void;
  resource: string;
  parents: Record<string, unknown>;
  isSet: boolean;
  isCleared: boolean;
  onClear(isCleared: boolean): void;
}

/** Renders again only when its own value, error or lock changes, so that typing stays fast in long forms. */
const Body = memo(function Body({ resource, parents, isSet, isCleared, onClear, value, ...props }: BodyProps) {
  const { field } = props;
  const chosen = { ...props, value: typeof value === 'string' && value !== '' ? value : null };
  const typed = { ...props, value: typeof value === 'string' ? value : '' };
  if (field.reference) return <ReferenceField {...chosen} resource={resource} parents={parents} />;
  switch (field.type) {
    case 'bool':
      return <SwitchField {...props} value={value === true} />;
    case 'enum':
      return <ChoiceField {...chosen} />;
    case 'state':
      return <StateField {...chosen} />;
    case 'timezone':
      return <ZoneField {...chosen} />;
    case 'date':
      return <DayField {...chosen} />;
    case 'image':
      return (
        <Suspense fallback={<Skeleton height={96} />}>
          <ImageField {...chosen} data-field={field.name} readOnly={chosen.locked} />
        </Suspense>
      );
    case 'secret':
    case 'password':
      return <SecretField {...typed} isSet={isSet} isCleared={isCleared} onClear={onClear} />;
    default:
      return <TextField {...typed} />;
  }
});
