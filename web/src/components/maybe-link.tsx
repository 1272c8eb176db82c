import { Link } from '@tanstack/react-router';
import type { HTMLAttributes } from 'react';

interface Props extends HTMLAttributes<HTMLElement> {
  to: string | undefined;
  search?: object;
  /** Without a page to go to, the text still looks like this. */
  isAlike?: boolean;
}

/** A link for users who have the page that it leads to; its text for others. */
export function MaybeLink({ to, search, isAlike, ...rest }: Props) {
  if (to) return <Link to={to} search={search as never} {...rest} />;
  return isAlike ? <span {...rest} /> : rest.children;
}
