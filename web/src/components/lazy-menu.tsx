import type { IconProps } from '@tabler/icons-react';
import {
  type ComponentPropsWithRef,
  type ComponentType,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  startTransition,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { retryImport } from '@/lib/on-demand';

type ButtonProps = ComponentPropsWithRef<'button'>;

/** Renders the button with the given props. */
export type MenuButton = (props: ButtonProps) => ReactElement;

interface Props {
  kind: 'menu' | 'dialog';
  button: MenuButton;
  /** The opened menu, with its own identical button; usually loaded on demand. */
  children: ReactNode;
}

/** A button replaced by its menu on first use, so that pages load without menus and lists render none per row. */
export function LazyMenu({ kind, button, children }: Props) {
  const [isUsed, setIsUsed] = useState(false);
  // In a transition this button stays until its replacement is ready.
  const use = () => startTransition(() => setIsUsed(true));
  return (
    <Suspense>{isUsed ? children : button({ 'aria-haspopup': kind, 'aria-expanded': false, onClick: use })}</Suspense>
  );
}

/** For the component that replaces the button: opens at once, but renders closed first to record the focus. */
export function useLazyMenu() {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    button.current?.focus();
    setOpened(true);
  }, []);
  return { opened, setOpened, button };
}

export interface MenuItem {
  label: string;
  Icon: ComponentType<IconProps>;
  onClick(): void;
  /** A line separates it from the items before. */
  isApart?: boolean;
  isDangerous?: boolean;
}

export const loadMenus = () => retryImport(() => import('./opened-menu'));
const OpenedItems = lazy(async () => ({ default: (await loadMenus()).OpenedItems }));

interface ActionProps {
  button: MenuButton;
  /** Computed when the menu opens. */
  items(): MenuItem[];
}

/** A menu of actions. */
export function ActionMenu({ button, items }: ActionProps) {
  return (
    <LazyMenu kind="menu" button={button}>
      <OpenedItems button={button} items={items} />
    </LazyMenu>
  );
}
