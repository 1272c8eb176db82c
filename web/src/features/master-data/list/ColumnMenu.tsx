import { Button, Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from '@/lib/wording';
import { allColumns } from '../model/columns';
import { codeField, type Definition, type Field } from '../model/definition';
import { labelText } from '../words';
import classes from './list.module.css';

interface Props {
  definition: Definition;
  columns: Field[];
  onChange(names: string[]): void;
  onReset(): void;
}

/** Which columns are shown; the code always is. */
export function ColumnMenu({ definition, columns, onChange, onReset }: Props) {
  const { t } = useTranslation();
  const code = codeField(definition)?.name;
  const shown = columns.map((field) => field.name);
  const toggle = (name: string) =>
    onChange(shown.includes(name) ? shown.filter((other) => other !== name) : [...shown, name]);
  return (
    <Menu position="bottom-end" closeOnItemClick={false} width={260} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {t('ui.master.columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.columnMenu}>
        {allColumns(definition)
          .filter((field) => field.name !== code)
          .map((field) => (
            <Menu.CheckboxItem
              key={field.name}
              checked={shown.includes(field.name)}
              onChange={() => toggle(field.name)}
            >
              {labelText(t, definition.resource, field.name)}
            </Menu.CheckboxItem>
          ))}
        <Menu.Divider role="separator" />
        <Menu.Item onClick={onReset}>{t('ui.master.columnsReset')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
