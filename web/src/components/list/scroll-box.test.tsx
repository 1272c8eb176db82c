import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ScrollBox } from './search-box';

afterEach(cleanup);

const draw = () =>
  render(
    <ScrollBox label="Requests">
      <p>wide</p>
    </ScrollBox>,
  );

test('what has room is no stop for the keyboard', () => {
  draw();
  expect(screen.queryByRole('region')).toBeNull();
  expect(screen.getByText('wide').parentElement?.hasAttribute('tabindex')).toBe(false);
});

test('what has not can be reached and moved by keys', () => {
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(1321);
  draw();
  expect(screen.getByRole('region', { name: 'Requests' }).tabIndex).toBe(0);
});
