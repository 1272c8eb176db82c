import { ActionIcon, Menu } from '@mantine/core';
import { IconCopy, IconDots, IconEye, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from '@/lib/wording';
import classes from './list.module.css';
import type { Rights, RowActions } from './types';

interface Props {
  size?: number;
  name: string;
  rowKey: string;
  rights: Rights;
  actions: RowActions;
}

export function RowMenu({ size = 36, name, rowKey, rights, actions }: Props) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" width={190} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
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
          onClick={() => actions.open('edit', rowKey)}
        >
          {t(rights.edit ? 'ui.common.edit' : 'ui.master.view')}
        </Menu.Item>
        {rights.copy && (
          <Menu.Item
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => actions.open('copy', rowKey)}
          >
            {t('ui.common.copy')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconHistory size={16} aria-hidden />}
          onClick={() => actions.open('history', rowKey)}
        >
          {t('ui.master.history.title')}
        </Menu.Item>
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
}
