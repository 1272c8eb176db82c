import { Autocomplete, Button, Group, Input } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconCalendar, IconUser, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, type Ref, type RefObject, Suspense, useCallback, useMemo, useState } from 'react';
import { TypedField, useTyped } from '@/components/form/typed-field';
import { IconButton } from '@/components/icon-button';
import { isNarrowed, type ListActions, type ListState, listClasses } from '@/components/list';
import { FilterSelect } from '@/components/list/filter-select';
import { options } from '@/lib/api';
import { type Definition, useDefinition, useDefinitions } from '@/lib/definitions';
import { usePreload } from '@/lib/on-demand';
import { useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import classes from '../log.module.css';
import { actionText, labelText, outcomeText, resourceText } from '../words';

const loadPeriod = () => import('./period-field');
const PeriodField = lazy(loadPeriod);

interface Props {
  definition: Definition;
  state: ListState;
  isPhone: boolean;
  firstRef: RefObject<HTMLInputElement | null>;
  list: ListActions;
}

/** The period is always visible; the other filters are beside it, or behind a button on phones. */
export function Filters({ definition, state, isPhone, firstRef, list }: Props) {
  const { t } = useTranslation();
  const { from = '', to = '', ...others } = state.filters;
  const count = Object.keys(others).length;
  const [isOpened, setIsOpened] = useState(count > 0);
  const isShown = !isPhone || isOpened;
  const setPeriod = (period: { from: string; to: string }) => {
    const given = Object.entries(period).filter(([, day]) => day);
    list.show({ filters: { ...others, ...Object.fromEntries(given) } });
  };
  return (
    <Group gap={8} mb={12}>
      <div className={classes.period}>
        <Period from={from} to={to} isPhone={isPhone} onChange={setPeriod} />
      </div>
      {isPhone && (
        <IconButton
          Icon={IconAdjustmentsHorizontal}
          variant="default"
          size={44}
          label={t('ui.logs.filters')}
          aria-expanded={isOpened}
          onClick={() => setIsOpened(!isOpened)}
        >
          {count > 0 && <span className={listClasses.dot} />}
        </IconButton>
      )}
      {isShown &&
        definition.filters?.map((name, at) => (
          <FilterField
            key={name}
            definition={definition}
            name={name}
            value={state.filters[name] ?? ''}
            inputRef={at === 0 ? firstRef : undefined}
            onChange={(value) => list.filter(name, value)}
          />
        ))}
      {isNarrowed(state) && (
        <Button
          variant="subtle"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={() => list.show({ filters: {} })}
        >
          {t('ui.logs.clear')}
        </Button>
      )}
    </Group>
  );
}

type PeriodProps = Parameters<typeof PeriodField>[0];

/** Looks the same before and after its calendar loads on the user's first input. */
function Period(props: PeriodProps) {
  const { t } = useTranslation();
  const [isWanted, setIsWanted] = useState(props.from !== '' || props.to !== '');
  usePreload(
    useCallback(() => {
      setIsWanted(true);
      return loadPeriod();
    }, []),
  );
  const likeness = (
    <Input
      component="button"
      type="button"
      pointer
      size={props.isPhone ? 'md' : 'sm'}
      className={classes.periodInput}
      aria-label={`${t('ui.logs.period')}: ${t('ui.logs.periodAll')}`}
      leftSection={<IconCalendar size={16} stroke={1.75} aria-hidden />}
      onClick={() => setIsWanted(true)}
    >
      <Input.Placeholder>{t('ui.logs.periodAll')}</Input.Placeholder>
    </Input>
  );
  return <Suspense fallback={likeness}>{isWanted ? <PeriodField {...props} /> : likeness}</Suspense>;
}

interface FilterFieldProps {
  definition: Definition;
  name: string;
  value: string;
  inputRef?: Ref<HTMLInputElement>;
  onChange(value: string | null): void;
}

const modules = ['ADM', 'BNK', 'CUS', 'SMS'];

/** A filter input matching the type of its field. */
function FilterField({ definition, name, ...field }: FilterFieldProps) {
  const { t } = useTranslation();
  const label = labelText(t, definition.resource, name);
  if (name === 'userId') return <UserFilter {...field} label={label} resource={definition.resource} />;
  // The server knows the possible values.
  const options = definition.fields.find((known) => known.name === name)?.options;
  if (options) {
    const textOf = name === 'outcome' ? outcomeText : actionText;
    const data = options.map((option) => ({ value: option, label: textOf(t, option) }));
    return <FilterSelect {...field} label={label} data={data} />;
  }
  if (name === 'moduleCode') {
    const data = modules.map((module) => ({ value: module, label: t(`option.moduleCode.${module}`) }));
    return <FilterSelect {...field} label={label} data={data} />;
  }
  if (name === 'resource') return <ResourceFilter {...field} label={label} />;
  return (
    <TypedField
      ref={field.inputRef}
      className={listClasses.filter}
      aria-label={label}
      placeholder={label}
      value={field.value}
      onChange={field.onChange}
    />
  );
}

type FieldProps = Omit<FilterFieldProps, 'definition' | 'name'> & { label: string };

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
  return <FilterSelect {...props} data={data} />;
}

interface UserFilterProps {
  /** The log whose user ids these are. */
  resource: string;
  label: string;
  value: string;
  inputRef?: Ref<HTMLInputElement>;
  onChange(userId: string): void;
}

/** User ids to choose from, for readers who may see them; others type the id. */
function useUserIds(resource: string, typed: string, isWanted: boolean) {
  const { entityCode, userId } = useAuth();
  const master = resource === 'customeractionlog' ? 'customerusermaster' : 'usermaster';
  const { definition } = useDefinition(master);
  const [q] = useDebouncedValue(typed.trim(), 250);
  const { data } = useQuery({
    queryKey: ['log-users', entityCode, userId, master, q],
    enabled: isWanted && definition !== undefined,
    queryFn: () => options<{ userId: string }>({ area: 'sms', resource: master }, q, { screenId: '' }),
  });
  return [...new Set(data?.map((user) => user.userId))];
}

function UserFilter({ resource, label, value, inputRef, onChange }: UserFilterProps) {
  const [typed, setTyped] = useTyped(value);
  const [isFocused, setIsFocused] = useState(false);
  const [isOpened, setIsOpened] = useState(false);
  const take = (text: string) => {
    setIsOpened(false);
    if (text.trim() !== value) onChange(text.trim());
  };
  return (
    <Autocomplete
      ref={inputRef}
      className={listClasses.filter}
      aria-label={label}
      placeholder={label}
      leftSection={<IconUser size={16} stroke={1.75} aria-hidden />}
      data={useUserIds(resource, typed === value ? '' : typed, isFocused)}
      // The server has already filtered; do not filter again.
      filter={({ options: given }) => given}
      value={typed}
      onChange={setTyped}
      dropdownOpened={isOpened}
      onDropdownOpen={() => setIsOpened(true)}
      onDropdownClose={() => setIsOpened(false)}
      onOptionSubmit={take}
      onFocus={() => setIsFocused(true)}
      onBlur={() => {
        setIsFocused(false);
        take(typed);
      }}
      onKeyDown={(event) => event.key === 'Enter' && take(typed)}
      onClear={() => take('')}
      clearable
      maxDropdownHeight={260}
    />
  );
}
