import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '@/lib/session';
import { anAuth, aScreen } from '@/test/auth';
import { Sidebar } from './sidebar';

const here = vi.hoisted(() => ({ path: '/auth/home' }));
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children, title }: { to: string; children: ReactNode; title: string }) => (
    <a href={to} title={title}>
      {children}
    </a>
  ),
  useMatches: () => here.path,
}));
vi.mock('./header-menu', () => ({ EntitySwitcher: () => null, openSearch: () => {} }));

const screens = [
  aScreen({ screenCode: 'SD-BNK-003', path: '/requestor/dashboard' }),
  aScreen(),
  aScreen({ screenCode: 'SD-SMS-002', path: '/sms/user-master' }),
];

function open() {
  render(
    <MantineProvider env="test">
      <Sidebar />
    </MantineProvider>,
  );
}

beforeEach(() => {
  here.path = '/auth/home';
  session.setAuth(anAuth({ screens }));
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const isOpen = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-expanded');

test('the first group and that of the present screen are open, the others one press away', () => {
  here.path = '/sms/user-master';
  open();
  expect(['Work', 'Organisation', 'Users and access'].map(isOpen)).toEqual(['true', 'false', 'true']);
  expect(screen.queryByRole('link', { name: 'Branch Master' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Organisation' }));
  expect(screen.getByRole('link', { name: 'Branch Master' })).toBeTruthy();
});

test('favourites stand on top, and are remembered for the user', () => {
  open();
  expect(screen.queryByRole('button', { name: 'Favourites' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Organisation' }));
  fireEvent.click(screen.getByRole('button', { name: 'Favourite: Branch Master' }));
  expect(isOpen('Favourites')).toBe('true');
  cleanup();
  open();
  expect(screen.getByRole('link', { name: 'Branch Master' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Favourite: Branch Master', pressed: true }));
  expect(screen.queryByRole('button', { name: 'Favourites' })).toBeNull();
  cleanup();
  session.setAuth(anAuth({ screens, userId: 'OTHER' }));
  open();
  expect(screen.queryByRole('button', { name: 'Favourites' })).toBeNull();
});
