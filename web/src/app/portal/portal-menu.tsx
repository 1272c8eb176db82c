import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ColorSchemeItems } from '@/components/color-scheme';
import type { MenuButton } from '@/components/lazy-menu';
import { OpenedMenu } from '@/components/opened-menu';
import { logOut } from '../location';

export default function PortalMenu({ button }: { button: MenuButton }) {
  const { t } = useTranslation();
  return (
    <OpenedMenu button={button} width={232}>
      <Menu.Dropdown>
        <ColorSchemeItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={17} stroke={1.6} aria-hidden />} onClick={logOut}>
          {t('ui.provider.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </OpenedMenu>
  );
}
