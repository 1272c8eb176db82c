import { MantineProvider, Menu } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useFocusBack } from '.';

afterEach(cleanup);

function Dialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  useFocusBack(opened);
  return opened ? (
    <div role="dialog">
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  ) : null;
}

function Page() {
  const [opened, setOpened] = useState(false);
  return (
    <MantineProvider>
      {/* Without motion it disappears at once. */}
      <Menu transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <button type="button">More actions</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpened(true)}>Extend</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={opened} onClose={() => setOpened(false)} />
    </MantineProvider>
  );
}

test('a dialog that was opened from a menu gives the focus back to the button of the menu', async () => {
  render(<Page />);
  const more = screen.getByRole('button', { name: 'More actions' });
  fireEvent.click(more);
  const entry = await screen.findByRole('menuitem', { name: 'Extend' });
  entry.focus();
  fireEvent.click(entry);
  const close = await screen.findByRole('button', { name: 'Close' });
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
  close.focus();
  fireEvent.click(close);
  expect(document.activeElement).toBe(more);
});
