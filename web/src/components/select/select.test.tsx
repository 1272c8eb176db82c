import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const patience = { timeout: 10_000 };
const onChange = vi.fn();
const cities = [
  { value: 'MAA', label: 'Chennai' },
  { value: 'IXM', label: 'Madurai' },
];

// Each test is the first to load the list.
beforeEach(() => vi.resetModules());
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

async function draw() {
  const { Select } = await import('.');
  render(
    <MantineProvider env="test">
      <Select label="City" data={cities} value="MAA" onChange={onChange} />
      <input aria-label="Elsewhere" />
    </MantineProvider>,
  );
  return screen.getByRole<HTMLInputElement>('combobox', { name: 'City' });
}

const city = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'City' });

test('what is chosen is shown before the list is there', async () => {
  const field = await draw();
  expect(field.value).toBe('Chennai');
  expect(screen.queryByRole('option', { hidden: true })).toBeNull();
});

test('a press opens the list as soon as it is there, and what is chosen is taken', async () => {
  const field = await draw();
  fireEvent.pointerDown(field);
  field.focus();
  await waitFor(() => expect(city().getAttribute('aria-expanded')).toBe('true'), patience);
  fireEvent.click(await screen.findByRole('option', { name: 'Madurai', hidden: true }, patience));
  expect(onChange).toHaveBeenCalledWith('IXM', expect.anything());
});

test('the focus alone opens nothing, and is not lost', async () => {
  const field = await draw();
  field.focus();
  await waitFor(() => expect(city()).not.toBe(field), patience);
  expect(document.activeElement).toBe(city());
  expect(city().getAttribute('aria-expanded')).toBe('false');
});

test('a move elsewhere fetches the list without taking the focus', async () => {
  const field = await draw();
  const elsewhere = screen.getByLabelText('Elsewhere');
  elsewhere.focus();
  fireEvent.keyDown(elsewhere, { key: 'a' });
  await waitFor(() => expect(city()).not.toBe(field), patience);
  expect(document.activeElement).toBe(elsewhere);
});
