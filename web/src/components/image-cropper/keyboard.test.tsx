import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startWording } from '@/lib/wording';
import ImageCropper from './image-cropper';

const sides = { clientWidth: 400, clientHeight: 200, naturalWidth: 800, naturalHeight: 400 };

beforeEach(() => {
  for (const [name, value] of Object.entries(sides)) {
    Object.defineProperty(HTMLImageElement.prototype, name, { configurable: true, get: () => value });
  }
});

afterEach(() => {
  cleanup();
  for (const name of Object.keys(sides)) Reflect.deleteProperty(HTMLImageElement.prototype, name);
});

/** The open cropper; `size` is what the figure below the preview says. */
async function draw() {
  await startWording();
  render(
    <MantineProvider env="test">
      <ImageCropper
        address="data:image/png;base64,iVBORw0KGgo="
        title="Crop Logo"
        onCropped={vi.fn()}
        onCancel={vi.fn()}
      />
    </MantineProvider>,
  );
  const [picture] = screen.getAllByAltText('Picture to crop');
  await act(async () => {
    if (picture) fireEvent.load(picture);
  });
  const area = screen.getByRole('group', { name: /^Crop area/ });
  const left = () => area.style.left;
  const size = () => screen.getAllByText(/× .* pixels$/)[0]?.textContent;
  return { area, left, size };
}

it('begins with the largest square, which arrows move by 3, or by the step that a digit sets', async () => {
  const { area, left, size } = await draw();
  expect(document.activeElement).toBe(area);
  expect([left(), size()]).toEqual(['25%', '400 × 400 pixels']);
  fireEvent.keyDown(area, { key: 'ArrowRight' });
  expect(left()).toBe('25.75%');
  fireEvent.keyDown(area, { key: '8' });
  fireEvent.keyDown(area, { key: 'ArrowLeft' });
  expect(left()).toBe('23.75%');
});

it('resizes with Shift and on a handle, scales, and starts again', async () => {
  const { area, size } = await draw();
  fireEvent.keyDown(area, { key: '5' });
  fireEvent.keyDown(area, { key: 'ArrowLeft', shiftKey: true });
  expect(size()).toBe('390 × 390 pixels');
  fireEvent.keyDown(screen.getByRole('button', { name: /^Top left/ }), { key: 'ArrowRight' });
  expect(size()).toBe('380 × 380 pixels');
  fireEvent.keyDown(area, { key: '-' });
  expect(size()).toBe('361 × 361 pixels');
  fireEvent.click(screen.getByRole('button', { name: 'Start again' }));
  expect(size()).toBe('400 × 400 pixels');
});

it('leaves shortcuts and other keys alone', async () => {
  const { area, left } = await draw();
  for (const pressed of [{ key: 'ArrowRight', altKey: true }, { key: '1', ctrlKey: true }, { key: 'x' }]) {
    expect(fireEvent.keyDown(area, pressed)).toBe(true);
  }
  expect(left()).toBe('25%');
});

it('scales with two fingers, and does not jump while one is still down', async () => {
  const { area, size } = await draw();
  const touches = (...at: number[]) => {
    const all = at.map((clientX) => ({ clientX, clientY: 0 }));
    return { touches: all, changedTouches: all };
  };
  fireEvent.touchStart(area, touches(0, 100));
  fireEvent.touchMove(area, touches(0, 50));
  expect(size()).toBe('200 × 200 pixels');
  fireEvent.touchEnd(area, touches(0));
  fireEvent.touchMove(area, touches(30));
  expect(size()).toBe('200 × 200 pixels');
});
