import { Box, Menu } from '@mantine/core';
import {
  IconHelpCircle,
  IconHome2,
  IconLogout,
  IconSettings,
  IconShieldCog,
  IconUserCircle,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ColorSchemeItems } from '@/components/color-scheme';
import { OpenedMenu } from '@/components/opened-menu';
import { moduleOf } from '@/lib/permissions';
import { useAuth } from '@/lib/session';
import { logOut } from '../location';
import type { MenuProps } from './header-menu';

const entries = [
  { name: 'home', to: '/auth/home', Icon: IconHome2 },
  { name: 'profile', to: '/auth/profile', Icon: IconUserCircle },
  { name: 'settings', to: '/auth/settings', Icon: IconSettings },
  { name: 'admin', to: '/admin', Icon: IconShieldCog },
  { name: 'contact', to: '/auth/contact', Icon: IconHelpCircle },
];

export default function UserMenuItems({ button }: MenuProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const auth = useAuth();
  const hasAdmin = auth.screens.some((screen) => moduleOf(screen.path) === 'ADM');
  const shown = entries.filter(({ name }) => name !== 'admin' || hasAdmin);
  return (
    <OpenedMenu button={button} position="bottom-end" width={232}>
      <Menu.Dropdown>
        <Menu.Label display="grid">
          <Box component="span" fz="md" fw={600} c="var(--ink)">
            {auth.userName}
          </Box>
          <Box component="span" fz="xs" c="dimmed">
            {auth.userId}
          </Box>
        </Menu.Label>
        <Menu.Divider />
        {shown.map(({ name, to, Icon }) => (
          <Menu.Item
            key={name}
            leftSection={<Icon size={17} stroke={1.6} aria-hidden />}
            onClick={() => navigate({ to })}
          >
            {t(`ui.shell.${name}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <ColorSchemeItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={17} stroke={1.6} aria-hidden />} onClick={logOut}>
          {t('ui.shell.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </OpenedMenu>
  );
}
