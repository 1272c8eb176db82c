import { Box, Button, Group, NativeSelect, SegmentedControl } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconColumns3 } from '@tabler/icons-react';
import { lazy, memo, type RefObject, useMemo } from 'react';
import { LazyMenu, type MenuButton } from '@/components/lazy-menu';
import { FilterMenu, type ListActions, type ListState, SearchBox } from '@/components/list';
import { retryImport } from '@/lib/on-demand';
import { useTranslation } from '@/lib/wording';
import classes from '../master-data.module.css';
import { menuFilters, quickFilter, shownColumns } from '../model/columns';
import type { Definition, Field } from '../model/definition';
import { labelText, optionText } from '../words';

const FilterInput = lazy(() => import('./filter-input').then((file) => ({ default: file.FilterInput })));
export const loadColumnItems = () => retryImport(() => import('./column-items'));
const ColumnItems = lazy(async () => ({ default: (await loadColumnItems()).ColumnItems }));

/** The chosen columns outlive the session: they contain no personal data. */
export function useColumns(definition: Definition) {
  const { t } = useTranslation();
  const [kept, setKept, reset] = useLocalStorage<string[] | null>({
    key: `docz.columns.${definition.resource}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const columns = useMemo(() => {
    const labelOf = (field: Field) => labelText(t, definition.resource, field.name);
    return shownColumns(definition, Array.isArray(kept) ? kept : null, labelOf);
  }, [definition, kept, t]);
  return { columns, setColumns: setKept, resetColumns: reset };
}

export interface ColumnProps {
  definition: Definition;
  columns: Field[];
  setColumns(names: string[]): void;
  resetColumns(): void;
}

interface Props extends ColumnProps {
  state: ListState;
  list: ListActions;
  searchRef: RefObject<HTMLInputElement | null>;
  isPhone: boolean;
}

/** Search, the quick filter, one filter per column, and the visible columns. */
export const Toolbar = memo(function Toolbar({ state, list, searchRef, isPhone, ...columnProps }: Props) {
  const { t } = useTranslation();
  const { definition } = columnProps;
  const quick = useMemo(() => quickFilter(definition), [definition]);
  const fields = useMemo(() => menuFilters(definition), [definition]);
  const kept = quick ? { [quick.name]: state.filters[quick.name] ?? '' } : {};
  return (
    <Group gap={8} mb={12}>
      <SearchBox
        inputRef={searchRef}
        label={t('ui.master.search', { many: t(`resource.${definition.resource}.many`) })}
        value={state.q}
        onChange={(q) => q !== state.q && list.show({ q })}
      />
      {quick && (
        <QuickFilter
          definition={definition}
          field={quick}
          isPhone={isPhone}
          value={state.filters[quick.name] ?? ''}
          onChange={(value) => list.filter(quick.name, value)}
        />
      )}
      <Group gap={8} ms="auto">
        {fields.length > 0 && (
          <FilterMenu
            isPhone={isPhone}
            count={fields.filter((field) => state.filters[field.name]).length}
            width={320}
            onClear={() => list.show({ filters: kept })}
          >
            {fields.map((field) => (
              <FilterInput
                key={field.name}
                definition={definition}
                field={field}
                filters={state.filters}
                onFilter={list.filter}
              />
            ))}
          </FilterMenu>
        )}
        {!isPhone && <ColumnMenu {...columnProps} />}
      </Group>
    </Group>
  );
});

/** Chooses the visible columns; the code is always shown. */
function ColumnMenu(props: ColumnProps) {
  const { t } = useTranslation();
  const button: MenuButton = (trigger) => (
    <Button {...trigger} variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
      {t('ui.master.columns')}
    </Button>
  );
  return (
    <LazyMenu kind="menu" button={button}>
      <ColumnItems {...props} button={button} />
    </LazyMenu>
  );
}

interface QuickProps {
  definition: Definition;
  field: Field;
  isPhone: boolean;
  value: string;
  onChange(value: string | null): void;
}

const ALL = '*';
/** Side by side on a phone: the widths of an empty button, a Tamil letter, and the page. */
const [BUTTON, LETTER, PAGE] = [30, 10, 358];

function QuickFilter({ definition, field, isPhone, value, onChange }: QuickProps) {
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
    <Group className={classes.quick} gap={8}>
      {field.name !== 'status' && (
        <Box component="span" className={classes.quickLabel} fz="sm" c="dimmed" aria-hidden>
          {label}
        </Box>
      )}
      {isTight ? (
        <NativeSelect {...shown} flex="1 1 160px" onChange={(event) => choose(event.currentTarget.value)} />
      ) : (
        <SegmentedControl {...shown} onChange={choose} size={isPhone ? 'md' : 'sm'} />
      )}
    </Group>
  );
}
