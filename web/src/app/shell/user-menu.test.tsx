import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { session } from '@/lib/session';
import { completeWording, startWording } from '@/lib/wording';
import { anAuth, aScreen } from '@/test/auth';
import { UserMenu } from './header-menu';

async function open(path = '/admin/branch-master') {
  session.setAuth(anAuth({ screens: [aScreen({ path })] }));
  await startWording();
  await completeWording();
  const router = createRouter({ routeTree: createRootRoute({ component: UserMenu }), history: createMemoryHistory() });
  render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  return screen.findByRole('button', { name: /Ramya/ });
}
const menuButton = () => screen.getByRole('button', { name: /Ramya/ });

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

test('says that it opens a menu before the menu was ever fetched', async () => {
  const button = await open();
  expect(button.getAttribute('aria-haspopup')).toBe('menu');
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('menu')).toBeNull();
});

test('one click opens the menu, Escape closes it and gives the focus back', async () => {
  const button = await open();
  button.focus();
  fireEvent.click(button);
  const menu = await screen.findByRole('menu');
  expect(menuButton().getAttribute('aria-expanded')).toBe('true');
  expect(screen.getAllByRole('menuitem').length).toBeGreaterThan(4);
  fireEvent.keyDown(menu, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(menuButton()));
  fireEvent.click(menuButton());
  expect(await screen.findByRole('menu')).toBeTruthy();
});

test('Administration is only offered to those with a screen of it', async () => {
  fireEvent.click(await open('/sms/user-master'));
  await screen.findByRole('menu');
  const without = screen.getAllByRole('menuitem').length;
  cleanup();
  fireEvent.click(await open());
  await screen.findByRole('menu');
  expect(screen.getAllByRole('menuitem')).toHaveLength(without + 1);
});
