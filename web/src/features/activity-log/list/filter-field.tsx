import { Select, TextInput } from '@mantine/core';
import { type Ref, useMemo, useState } from 'react';
import { type Definition, useDefinitions } from '@/lib/definitions';
import { useTranslation } from '@/lib/wording';
import classes from '../log.module.css';
import { actionText, labelText, outcomeText, resourceText } from '../words';
import { UserFilter } from './user-filter';

interface Props {
  definition: Definition;
  name: string;
  value: string;
  inputRef?: Ref<HTMLInputElement>;
  onChange(value: string): void;
}

const modules = ['ADM', 'BNK', 'CUS', 'SMS'];

/** A filter input matching the type of its field. */
export function FilterField({ definition, name, ...field }: Props) {
  const { t } = useTranslation();
  const label = labelText(t, definition.resource, name);
  if (name === 'userId') return <UserFilter {...field} label={label} resource={definition.resource} />;
  // The server knows the possible values.
  const options = definition.fields.find((known) => known.name === name)?.options;
  if (options) {
    const textOf = name === 'outcome' ? outcomeText : actionText;
    const data = options.map((option) => ({ value: option, label: textOf(t, option) }));
    return <Choice {...field} label={label} data={data} />;
  }
  if (name === 'moduleCode') {
    const data = modules.map((module) => ({ value: module, label: t(`option.moduleCode.${module}`) }));
    return <Choice {...field} label={label} data={data} />;
  }
  if (name === 'resource') return <ResourceFilter {...field} label={label} />;
  return <ExactFilter {...field} label={label} />;
}

type FieldProps = Omit<Props, 'definition' | 'name'> & { label: string };

/** Resources the user has screens for, and the sessions. */
function ResourceFilter(props: FieldProps) {
  const { t } = useTranslation();
  const { data: definitions } = useDefinitions();
  const data = useMemo(() => {
    const known = definitions?.filter(({ log }) => !log).map(({ resource }) => resource) ?? [];
    const names = new Set(['session', ...known, ...(props.value ? [props.value] : [])]);
    return [...names]
      .map((resource) => ({ value: resource, label: resourceText(t, resource) }))
      .sort((one, other) => one.label.localeCompare(other.label));
  }, [definitions, props.value, t]);
  return <Choice {...props} data={data} />;
}

interface ChoiceProps extends FieldProps {
  data: { value: string; label: string }[];
}

function Choice({ label, value, data, inputRef, onChange }: ChoiceProps) {
  return (
    <Select
      ref={inputRef}
      className={classes.filter}
      aria-label={label}
      placeholder={label}
      data={data}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      searchable={data.length > 10}
      clearable
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
    />
  );
}

/** Applied when typing ends, not per keystroke: half a code matches nothing. */
function ExactFilter({ label, value, inputRef, onChange }: FieldProps) {
  const [typed, setTyped] = useState(value);
  const [before, setBefore] = useState(value);
  if (value !== before) {
    setBefore(value);
    setTyped(value);
  }
  const take = () => typed.trim() !== value && onChange(typed.trim());
  return (
    <TextInput
      ref={inputRef}
      className={classes.filter}
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  );
}
