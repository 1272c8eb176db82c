import { Button } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { Door, type DoorButton } from '@/components/door';
import { useTranslation } from '@/lib/wording';
import type { Definition, Field } from '../model/definition';
import { ColumnItems } from './menus';

export interface Props {
  definition: Definition;
  columns: Field[];
  onChange(names: string[]): void;
  onReset(): void;
}

/** Which columns are shown; the code always is. */
export function ColumnMenu(props: Props) {
  const { t } = useTranslation();
  const button: DoorButton = (door) => (
    <Button {...door} variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
      {t('ui.master.columns')}
    </Button>
  );
  return (
    <Door kind="menu" button={button}>
      <ColumnItems {...props} button={button} />
    </Door>
  );
}
