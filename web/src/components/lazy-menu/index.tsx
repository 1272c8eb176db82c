import {
  type ComponentPropsWithRef,
  type ReactElement,
  type ReactNode,
  Suspense,
  startTransition,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

type ButtonProps = ComponentPropsWithRef<'button'>;

/** Draws the button of a door with what it is given. */
export type MenuButton = (props: ButtonProps) => ReactElement;

interface Props {
  kind: 'menu' | 'dialog';
  button: MenuButton;
  /** What opens, with a button of its own that looks the same; most often fetched. */
  children: ReactNode;
}

/** A button that becomes what it opens, so that no page waits for its menus, and no list draws one a row. */
export function LazyMenu({ kind, button, children }: Props) {
  const [isUsed, setIsUsed] = useState(false);
  // In a transition this button stays until the other can take its place.
  const use = () => startTransition(() => setIsUsed(true));
  return (
    <Suspense>
      {isUsed ? children : button({ 'aria-haspopup': kind, 'aria-expanded': false, onClick: use })}
    </Suspense>
  );
}

/** For what takes the place of a door: it opens at once. First drawn closed, so that it learns where the focus was. */
export function useLazyMenu() {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    button.current?.focus();
    setOpened(true);
  }, []);
  return { opened, setOpened, button };
}
