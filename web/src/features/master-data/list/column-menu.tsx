import { Button } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { LazyMenu, type MenuButton } from '@/components/lazy-menu';
import { useTranslation } from '@/lib/wording';
import type { Definition, Field } from '../model/definition';
import { ColumnItems } from './menus';

export interface Props {
  definition: Definition;
  columns: Field[];
  onChange(names: string[]): void;
  onReset(): void;
}

/** Chooses the visible columns; the code is always shown. */
export function ColumnMenu(props: Props) {
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
