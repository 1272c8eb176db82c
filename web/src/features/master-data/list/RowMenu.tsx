import { ActionIcon, Menu } from '@mantine/core';
import {
  IconCopy,
  IconDots,
  IconEye,
  IconHistory,
  IconPencil,
  IconShieldQuestion,
  IconTrash,
} from '@tabler/icons-react';
import { memo, useRef } from 'react';
import { useTranslation } from '@/lib/wording';
import type { Opening } from '../model/url-state';
import classes from './list.module.css';
import type { Rights, RowActions } from './types';

interface Props {
  size?: number;
  name: string;
  rowKey: string;
  rights: Rights;
  actions: RowActions;
}

export const RowMenu = memo(function RowMenu({ size = 36, name, rowKey, rights, actions }: Props) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  // What opens now returns the focus to where it finds it, and the menu's item will be gone by then.
  const open = (what: Opening) => {
    button.current?.focus();
    actions.open(what, rowKey);
  };
  return (
    <Menu position="bottom-end" width={190} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="subtle"
          color="gray"
          size={size}
          aria-label={t('ui.master.actionsFor', { name })}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
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
              className={classes.danger}
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
});
