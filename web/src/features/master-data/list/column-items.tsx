import { Menu } from '@mantine/core';
import type { MenuButton } from '@/components/lazy-menu';
import { OpenedMenu } from '@/components/opened-menu';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import classes from '../master-data.module.css';
import { allColumns } from '../model/columns';
import { codeField } from '../model/definition';
import { labelText } from '../words';
import type { ColumnProps } from './toolbar';

export function ColumnItems({
  button,
  definition,
  columns,
  setColumns,
  resetColumns,
}: ColumnProps & { button: MenuButton }) {
  const { t } = useTranslation();
  const code = codeField(definition)?.name;
  const shown = columns.map((field) => field.name);
  const toggle = (name: string) =>
    setColumns(shown.includes(name) ? shown.filter((other) => other !== name) : [...shown, name]);
  return (
    <OpenedMenu button={button} closeOnItemClick={false} width={260} withInitialFocusPlaceholder={false}>
      <Menu.Dropdown className={`${classes.columnMenu} ${looks.scrollY}`}>
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
        <Menu.Item onClick={resetColumns}>{t('ui.master.columnsReset')}</Menu.Item>
      </Menu.Dropdown>
    </OpenedMenu>
  );
}
