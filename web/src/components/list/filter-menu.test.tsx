import { MantineProvider, Select } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { FilterMenu } from './filter-menu';

// Without the test shortcuts: dropdowns render outside the menu only with portals.
const patience = { timeout: 10_000 };
const onChange = vi.fn();
const onClear = vi.fn();
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

function open(count = 0) {
  render(
    <MantineProvider>
      <h1>Elsewhere</h1>
      <FilterMenu isPhone={false} count={count} width={320} onClear={onClear}>
        <Select label="City" placeholder="Any city" data={['Chennai', 'Madurai']} onChange={onChange} />
      </FilterMenu>
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: /^Filters/ }));
}

test('a list that opens beside the menu does not close it, and what is chosen there is taken', async () => {
  open();
  fireEvent.click(await screen.findByPlaceholderText('Any city', {}, patience));
  const option = await screen.findByRole('option', { name: 'Madurai', hidden: true }, patience);
  fireEvent.pointerDown(option);
  fireEvent.mouseDown(option);
  fireEvent.click(option);
  expect(onChange).toHaveBeenCalledWith('Madurai', expect.anything());
  expect(screen.getByPlaceholderText('Any city')).toBeTruthy();
});

test('a press anywhere else closes it', async () => {
  open();
  await screen.findByRole('dialog', {}, patience);
  fireEvent.pointerDown(screen.getByText('Elsewhere'));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), patience);
});

test('it says how many filters are set and takes them all away', async () => {
  open(3);
  expect(screen.getByRole('button', { name: /3$/ })).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }, patience));
  expect(onClear).toHaveBeenCalledOnce();
});
