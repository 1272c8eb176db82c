import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startWording } from '@/lib/wording';
import { cellName, MatrixGrid } from './matrix-grid';

afterEach(cleanup);

const columns = [
  { id: 'view', title: 'View' },
  { id: 'edit', title: 'Edit' },
];
const groups = [
  { id: 'g1', title: 'First', rows: [{ id: 's1', title: 'Branch' }] },
  { id: 'g2', title: 'Second', rows: [{ id: 's2', title: 'User' }] },
];

async function draw(onToggle = vi.fn(), readOnly = false) {
  await startWording();
  const cells = new Set([cellName('s1', 'view')]);
  const all = { label: 'Grid', corner: 'Screen', groups, columns, cells, saved: cells, readOnly, onToggle };
  render(<MatrixGrid {...all} />, { wrapper: MantineProvider });
  return onToggle;
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

describe('the grid', () => {
  it('shows what is on, in part and off', async () => {
    await draw();
    expect(box('View, Branch').checked).toBe(true);
    expect(box('Edit, Branch').checked).toBe(false);
    expect(box('All of Branch').indeterminate).toBe(true);
  });

  it('switches a cell, a row, a column and a group', async () => {
    const onToggle = await draw();
    fireEvent.click(box('Edit, User'));
    expect(onToggle).toHaveBeenLastCalledWith([cellName('s2', 'edit')], true);
    fireEvent.click(box('All of Branch'));
    expect(onToggle).toHaveBeenLastCalledWith([cellName('s1', 'view'), cellName('s1', 'edit')], true);
    fireEvent.click(box('View everywhere'));
    expect(onToggle).toHaveBeenLastCalledWith([cellName('s1', 'view'), cellName('s2', 'view')], true);
    fireEvent.click(box('All in Second'));
    expect(onToggle).toHaveBeenLastCalledWith([cellName('s2', 'view'), cellName('s2', 'edit')], true);
  });

  it('is one stop of the Tab key; the arrow keys walk from there', async () => {
    await draw();
    const stops = screen.getAllByRole('checkbox').filter((each) => each.dataset.at && each.tabIndex === 0);
    expect(stops).toEqual([box('All of Branch')]);
    box('All of Branch').focus();
    fireEvent.keyDown(box('All of Branch'), { key: 'ArrowRight' });
    expect(document.activeElement).toBe(box('View, Branch'));
    fireEvent.keyDown(box('View, Branch'), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(box('View, User'));
    fireEvent.keyDown(box('View, User'), { key: 'End' });
    expect(document.activeElement).toBe(box('Edit, User'));
    expect(box('Edit, User').tabIndex).toBe(0);
  });

  it('lets nobody change what may only be looked at', async () => {
    await draw(vi.fn(), true);
    expect(screen.getAllByRole<HTMLInputElement>('checkbox').every((each) => each.disabled)).toBe(true);
  });
});
