import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ConfirmKind, confirm, expired, expireSession, idleEnd, popup, question } from '@/lib/feedback';
import { session } from '@/lib/session';
import { FeedbackHost } from '.';
// Preloaded: on a busy machine the import may take longer than a test waits.
import './dialogs';

const onExpired = vi.fn();

beforeEach(() => {
  onExpired.mockClear();
  render(
    <MantineProvider env="test">
      <FeedbackHost onExpired={onExpired} />
    </MantineProvider>,
  );
});
afterEach(() => {
  cleanup();
  popup.set(null);
  question.set(null);
  expired.set(false);
  idleEnd.set(0);
});

const ok = () => fireEvent.click(screen.getByRole('button', { name: 'Ok' }));

test('the popup says what failed and goes with Ok', async () => {
  act(() => popup.set({ title: 'Failed', message: 'Network Issue!' }));
  expect(await screen.findByText('Failed')).toBeTruthy();
  expect(screen.getByText('Network Issue!')).toBeTruthy();
  ok();
  expect(popup.get()).toBeNull();
  await waitFor(() => expect(screen.queryByText('Network Issue!')).toBeNull());
});

test('an expired session clears the storage, says so and lets Ok lead away', async () => {
  session.setToken('something');
  act(expireSession);
  expect(sessionStorage.length).toBe(0);
  expect(await screen.findByText('Session Expired')).toBeTruthy();
  expect(screen.getByText('Dear User, the session has been expired!')).toBeTruthy();
  expect(onExpired).not.toHaveBeenCalled();
  ok();
  expect(onExpired).toHaveBeenCalledOnce();
  expect(expired.get()).toBe(false);
});

test('who logged out in another tab is told so', async () => {
  act(() => expireSession({ elsewhere: true }));
  expect(await screen.findByText('You logged out in another tab. Log in again to continue here.')).toBeTruthy();
  expect(screen.queryByText('Session Expired')).toBeNull();
});

test('the last minute is counted down, and the button closes the question', async () => {
  act(() => idleEnd.set(Date.now() + 59_500));
  expect(await screen.findByText(/You will be logged out in 1:00/)).toBeTruthy();
  await screen.findByText(/You will be logged out in 0:59/);
  fireEvent.click(screen.getByRole('button', { name: 'Stay logged in' }));
  expect(idleEnd.get()).toBe(0);
});

test.each<[ConfirmKind, string, string]>([
  ['remove', 'Remove?', 'Remove'],
  ['logOut', 'Log out?', 'Log out'],
  ['delete', 'Delete?', 'Delete'],
  ['saveDraft', 'Save draft?', 'Save draft'],
  ['applyDraft', 'Apply saved draft?', 'Apply draft'],
  ['removeDocument', 'Remove document?', 'Remove'],
])('the question of %s can be answered with yes', async (kind, title, yes) => {
  let answer: Promise<boolean> | undefined;
  act(() => {
    answer = confirm(kind);
  });
  expect(await screen.findByText(title)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: yes }));
  expect(await answer).toBe(true);
});

test('Cancel is no, and a name stands in the question', async () => {
  let answer: Promise<boolean> | undefined;
  act(() => {
    answer = confirm('delete', 'BR101');
  });
  expect(await screen.findByText('Delete “BR101”?')).toBeTruthy();
  expect(screen.getByText(/Are you sure you want to delete\?/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await answer).toBe(false);
});
