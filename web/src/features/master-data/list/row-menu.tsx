import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { memo } from 'react';
import { LazyMenu, type MenuButton } from '@/components/lazy-menu';
import { useTranslation } from '@/lib/wording';
import { RowMenuItems } from './menus';
import type { Rights, RowActions } from './types';

interface Props {
  size?: number;
  name: string;
  rowKey: string;
  rights: Rights;
  actions: RowActions;
}

export const RowMenu = memo(function RowMenu({ size = 36, name, ...items }: Props) {
  const { t } = useTranslation();
  const button: MenuButton = (trigger) => (
    <ActionIcon
      {...trigger}
      variant="subtle"
      color="gray"
      size={size}
      aria-label={t('ui.master.actionsFor', { name })}
    >
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  );
  return (
    <LazyMenu kind="menu" button={button}>
      <RowMenuItems button={button} {...items} />
    </LazyMenu>
  );
});
