import { UnstyledButton } from '@mantine/core';
import { type ComponentType, type ReactNode, Suspense, startTransition, useState } from 'react';
import { useFirstMove } from '@/lib/on-demand';

export interface MenuProps {
  /** Of the button. */
  className: string | undefined;
  /** What the button shows. */
  children: ReactNode;
}

interface Props extends MenuProps {
  /** Fetched with the person's first move, drawn with the first click. */
  load(): Promise<unknown>;
  Menu: ComponentType<MenuProps>;
}

/** A button that becomes the menu it opens, so that a page is not made to wait for its menus. */
export function MenuDoor({ load, Menu, className, children }: Props) {
  const [isUsed, setIsUsed] = useState(false);
  useFirstMove(load);
  // In a transition this button stays until the menu can take its place.
  const use = () => startTransition(() => setIsUsed(true));
  return (
    <Suspense>
      {isUsed ? (
        <Menu className={className}>{children}</Menu>
      ) : (
        <UnstyledButton className={className} aria-haspopup="menu" aria-expanded={false} onClick={use}>
          {children}
        </UnstyledButton>
      )}
    </Suspense>
  );
}
