import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { startWording } from '@/lib/wording';
import { ImageField } from './image-field';

afterEach(cleanup);

async function draw(value: string | null, readOnly = false) {
  await startWording();
  const onChange = vi.fn();
  const { container } = render(
    <MantineProvider>
      <ImageField label="Logo" value={value} onChange={onChange} readOnly={readOnly} />
    </MantineProvider>,
  );
  return { onChange, input: container.querySelector<HTMLInputElement>('input[type=file]') };
}

it('says Invalid image type of anything that is none', async () => {
  const { input, onChange } = await draw(null);
  const file = new File(['%PDF-1.7'], 'logo.png', { type: 'image/png' });
  if (input) fireEvent.change(input, { target: { files: [file] } });
  await waitFor(() => expect(screen.getByText('Invalid image type')).toBeTruthy());
  expect(onChange).not.toHaveBeenCalled();
});

it('removes the picture', async () => {
  const { onChange } = await draw('data:image/png;base64,iVBORw0KGgo=');
  fireEvent.click(screen.getByRole('button', { name: 'Remove: Logo' }));
  expect(onChange).toHaveBeenCalledWith(null);
});

it('offers nothing to those who may only look', async () => {
  await draw(null, true);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('No picture')).toBeTruthy();
});

it('offers a TIFF that cannot be shown as it is', async () => {
  HTMLImageElement.prototype.decode = () => Promise.reject(new Error('not decoded'));
  const { input, onChange } = await draw(null);
  const file = new File(['II*\0'], 'logo.tif');
  if (input) fireEvent.change(input, { target: { files: [file] } });
  const use = await screen.findByRole('button', { name: 'Use as it is' });
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.click(use);
  expect(onChange).toHaveBeenCalledWith('data:image/tiff;base64,SUkqAA==');
  expect(screen.queryByRole('button', { name: 'Use as it is' })).toBeNull();
});
