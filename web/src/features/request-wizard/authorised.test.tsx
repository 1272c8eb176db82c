import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { question } from '@/lib/feedback';
import { click, open, setStage, toStep } from '@/test/wizard-stage';

vi.mock('@/lib/url-state', async () => (await import('@/test/wizard-router')).urlState);
vi.mock('@tanstack/react-router', async () => (await import('@/test/wizard-router')).tanstack);
setStage();

const allowing = () => screen.getByRole('switch', { name: 'Can authorise others to act' }) as HTMLInputElement;
const authorised = () => screen.queryByRole('region', { name: 'Authorised party 1' });

test('whoever may no longer name others has nobody named, after a question if that loses something', async () => {
  open();
  await toStep(2);
  fireEvent.click(allowing());
  click('Add authorised party');
  fireEvent.click(allowing());
  expect(question.get()).toBeNull();
  expect(allowing().checked).toBe(false);

  fireEvent.click(allowing());
  expect(authorised()).toBeNull();
  click('Add authorised party');
  const place = within(authorised() as HTMLElement);
  fireEvent.change(place.getByRole('textbox', { name: /First Name/ }), { target: { value: 'Ravi' } });
  fireEvent.click(allowing());
  await waitFor(() => expect(question.get()).toMatchObject({ kind: 'remove', name: 'Ravi' }));
  await act(async () => question.get()?.answer(false));
  expect(allowing().checked).toBe(true);
  expect(authorised()).toBeTruthy();
  fireEvent.click(allowing());
  await act(async () => question.get()?.answer(true));
  expect(allowing().checked).toBe(false);
  click('Continue');
  expect(await screen.findByRole('heading', { name: 'Notification Details' })).toBeTruthy();
});

test('the levels of an authorised party are those of the master', async () => {
  open();
  await toStep(2);
  fireEvent.click(allowing());
  click('Add authorised party');
  const place = within(authorised() as HTMLElement);
  fireEvent.click(place.getByRole('combobox', { name: /Authori[sz]ation Level/i }));
  const offered = await screen.findAllByRole('option', { name: /May/, hidden: true });
  expect(offered.map(({ textContent }) => textContent)).toEqual(['May look', 'May upload']);
  expect(screen.queryByRole('option', { name: 'Reviews', hidden: true })).toBeNull();
});
