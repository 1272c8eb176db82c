import { MantineProvider, TextInput } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '@/lib/api';
import { question } from '@/lib/feedback';
import { session } from '@/lib/session';
import { setLanguage, t } from '@/lib/wording';
import { anAuth } from '@/test/auth';
import { Form, SubmitButton, useForm } from '.';
import { useDrawerForm } from './drawer-form';

interface Leaving {
  shouldBlockFn(way: object): Promise<boolean>;
  enableBeforeUnload(): boolean;
}

const router = vi.hoisted(() => ({ leaving: undefined as unknown }));
vi.mock('@tanstack/react-router', () => ({
  useBlocker: (leaving: unknown) => {
    router.leaving = leaving;
  },
}));

const run = vi.fn();
const keep = vi.fn();
const blank = { name: '', city: 'Chennai' };
const check = ({ name }: typeof blank) => ({ name: name ? undefined : t('message.enter', { label: 'Name' }) });
let restored: object | undefined;

beforeEach(() => {
  session.setAuth(anAuth());
  restored = undefined;
  run.mockReset().mockResolvedValue(undefined);
});
afterEach(async () => {
  cleanup();
  keep.mockReset();
  question.get()?.answer(false);
  await setLanguage('en');
});

function Page() {
  const form = useForm({ blank, check, run, unsaved: { restore: () => restored, keep } });
  return (
    <Form form={form}>
      <TextInput {...form.text('name')} label="Name" />
      <TextInput {...form.text('city')} label="City" />
      <output>{form.isDirty() ? 'changed' : 'unchanged'}</output>
      <button type="button" onClick={() => form.restart()}>
        Undo
      </button>
      <SubmitButton form={form}>Save</SubmitButton>
    </Form>
  );
}

const draw = (page = <Page />) => render(<MantineProvider env="test">{page}</MantineProvider>);
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const refusal = (...codes: { code: string; message: string; field: string | null }[]) =>
  new ApiError(422, codes[0]?.message ?? '', codes);

test('a missing value is named under its field, which takes the focus, and nothing is sent', () => {
  draw();
  press('Save');
  expect(screen.getByText('Please Enter Name')).toBeTruthy();
  expect(document.activeElement).toBe(field('Name'));
  expect(run).not.toHaveBeenCalled();
  type('Name', 'Meena');
  expect(screen.queryByText('Please Enter Name')).toBeNull();
});

test('an error follows the language of the page', async () => {
  draw();
  press('Save');
  await act(() => setLanguage('ta'));
  expect(screen.queryByText('Please Enter Name')).toBeNull();
  expect(field('Name').getAttribute('aria-invalid')).toBe('true');
});

test("the server's error stands under its field, and the first such field takes the focus", async () => {
  draw();
  type('Name', 'Meena');
  run.mockRejectedValue(refusal({ code: 'x', message: 'No such city', field: 'city' }));
  press('Save');
  expect(await screen.findByText('No such city')).toBeTruthy();
  expect(document.activeElement).toBe(field('City'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a failure without a field stands on top, the input stays, and the button has the focus again', async () => {
  draw();
  type('Name', 'Meena');
  run.mockRejectedValue(refusal({ code: 'x', message: 'Closed today', field: null }));
  screen.getByRole('button', { name: 'Save' }).focus();
  press('Save');
  expect((await screen.findByRole('alert')).textContent).toBe('Closed today');
  expect(field('Name').value).toBe('Meena');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }));
});

test('a second press while the first is under way sends nothing', async () => {
  draw();
  type('Name', 'Meena');
  let end = () => {};
  run.mockImplementation(() => new Promise<void>((done) => (end = done)));
  const form = document.querySelector('form') as HTMLFormElement;
  fireEvent.submit(form);
  fireEvent.submit(form);
  await act(async () => end());
  expect(run).toHaveBeenCalledTimes(1);
  expect(run).toHaveBeenCalledWith({ name: 'Meena', city: 'Chennai' });
});

test('input is kept while it differs from the start, and dropped when it is back there', () => {
  draw();
  type('Name', 'Meena');
  expect(keep).toHaveBeenLastCalledWith({ name: 'Meena', city: 'Chennai' });
  expect(screen.getByText('changed')).toBeTruthy();
  type('Name', '');
  expect(keep).toHaveBeenLastCalledWith(undefined);
  type('City', 'Madurai');
  press('Undo');
  expect(field('City').value).toBe('Chennai');
  expect(keep).toHaveBeenLastCalledWith(undefined);
  expect(screen.getByText('unchanged')).toBeTruthy();
});

test('input from before a reload is a change', () => {
  restored = { name: 'Meena' };
  draw();
  expect(field('Name').value).toBe('Meena');
  expect(field('City').value).toBe('Chennai');
  expect(screen.getByText('changed')).toBeTruthy();
});

const onClose = vi.fn();
const onStale = vi.fn();

function Drawer({ opened }: { opened: boolean }) {
  const form = useDrawerForm({ opened, blank, check, run, onStale, onClose, path: 'party.' });
  return (
    <form ref={form.root} onSubmit={form.submit}>
      <TextInput {...form.text('name')} label="Name" />
      <TextInput {...form.text('city')} label="City" />
      {form.isStale && <p>stale</p>}
      <button type="submit">Save</button>
      <button type="button" onClick={() => void form.close()}>
        Close
      </button>
    </form>
  );
}

const leave = () => (router.leaving as Leaving).shouldBlockFn({ current: {}, next: {} });

test('leaving asks only while something has changed, and discards it', async () => {
  draw(<Drawer opened />);
  expect((router.leaving as Leaving).enableBeforeUnload()).toBe(false);
  type('Name', 'Meena');
  expect((router.leaving as Leaving).enableBeforeUnload()).toBe(true);
  const stays = leave();
  await act(async () => question.get()?.answer(false));
  expect(await stays).toBe(true);
  expect(field('Name').value).toBe('Meena');
  const goes = leave();
  await act(async () => question.get()?.answer(true));
  expect(await goes).toBe(false);
  expect(field('Name').value).toBe('');
});

test('a drawer with changes closes only after a question', async () => {
  onClose.mockReset();
  draw(<Drawer opened />);
  type('Name', 'Meena');
  press('Close');
  await act(async () => question.get()?.answer(false));
  expect(onClose).not.toHaveBeenCalled();
  press('Close');
  await act(async () => question.get()?.answer(true));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a newer version keeps what was typed, and a longer path finds its field', async () => {
  onClose.mockReset();
  draw(<Drawer opened />);
  type('Name', 'Meena');
  run.mockRejectedValueOnce(new ApiError(409, 'Changed'));
  press('Save');
  expect(await screen.findByText('stale')).toBeTruthy();
  expect(onStale).toHaveBeenCalledOnce();
  expect(field('Name').value).toBe('Meena');
  run.mockRejectedValueOnce(refusal({ code: 'x', message: 'No such city', field: 'party.city' }));
  press('Save');
  expect(await screen.findByText('No such city')).toBeTruthy();
  press('Save');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
