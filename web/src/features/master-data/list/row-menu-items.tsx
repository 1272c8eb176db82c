import { Menu } from '@mantine/core';
import {
  IconCopy,
  IconEye,
  IconHistory,
  IconPencil,
  IconShieldQuestion,
  IconTrash,
} from '@tabler/icons-react';
import { type MenuButton, useLazyMenu } from '@/components/lazy-menu';
import { useTranslation } from '@/lib/wording';
import type { Opening } from '../model/url-state';
import type { Rights, RowActions } from './types';

interface Props {
  button: MenuButton;
  rowKey: string;
  rights: Rights;
  actions: RowActions;
}

export function RowMenuItems({ button, rowKey, rights, actions }: Props) {
  const { t } = useTranslation();
  const lazyMenu = useLazyMenu();
  // What opens next returns the focus to the current element, and the menu item will be gone by then.
  const open = (what: Opening) => {
    lazyMenu.button.current?.focus();
    actions.open(what, rowKey);
  };
  return (
    <Menu
      opened={lazyMenu.opened}
      onChange={lazyMenu.setOpened}
      keepMounted={false}
      position="bottom-end"
      width={190}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>{button({ ref: lazyMenu.button })}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={rights.edit ? <IconPencil size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
          onClick={() => open('edit')}
        >
          {t(rights.edit ? 'ui.common.edit' : 'ui.master.view')}
        </Menu.Item>
        {rights.copy && (
          <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => open('copy')}>
            {t('ui.common.copy')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={() => open('history')}>
          {t('ui.master.history.title')}
        </Menu.Item>
        {actions.check && (
          <Menu.Item
            leftSection={<IconShieldQuestion size={16} aria-hidden />}
            onClick={() => actions.check?.(rowKey)}
          >
            {t('ui.accessCheck.open')}
          </Menu.Item>
        )}
        {rights.delete && (
          <>
            <Menu.Divider role="separator" />
            <Menu.Item
              className="bad"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => actions.remove(rowKey)}
            >
              {t('ui.common.delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
