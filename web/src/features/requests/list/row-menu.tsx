import { ActionIcon, Menu } from '@mantine/core';
import { IconCopy, IconDots, IconFileSearch, IconLayoutList, IconPencil } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { memo } from 'react';
import type { RequestRow } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import type { RequestRoutes } from '../request-routes';

interface Props {
  row: RequestRow;
  routes: RequestRoutes;
  size?: number;
}

/** Other pages of a request. */
export const RowMenu = memo(function RowMenu({ row, routes, size = 28 }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { txnRefNo, allowed } = row;
  const go = (to: string, search?: object) => void navigate({ to, search: search as never });
  const { create, overview, details } = routes;
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={size}
          aria-label={t('ui.master.actionsFor', { name: txnRefNo })}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {overview && (
          <Menu.Item
            leftSection={<IconLayoutList size={16} aria-hidden />}
            onClick={() => go(overview(txnRefNo))}
          >
            {t('ui.requests.open.overview')}
          </Menu.Item>
        )}
        {details && (
          <Menu.Item
            leftSection={<IconFileSearch size={16} aria-hidden />}
            onClick={() => go(details(txnRefNo))}
          >
            {t('ui.requests.open.details')}
          </Menu.Item>
        )}
        {create && allowed.includes('edit') && (
          <Menu.Item
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => go(create, { txnRefNo })}
          >
            {t('ui.common.edit')}
          </Menu.Item>
        )}
        {create && allowed.includes('clone') && (
          <Menu.Item
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => go(create, { clone: txnRefNo })}
          >
            {t('ui.requests.action.clone')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
});
