import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface Props {
  icon?: ReactNode;
  title: string;
  text?: string;
  /** The next step: a button or a link. */
  children?: ReactNode;
  /** True when this is the page's main heading. */
  order?: 1 | 2;
}

/** Shown in place of data: why there is none, and what to do next. */
export function EmptyState({ icon, title, text, children, order = 2 }: Props) {
  const Heading = `h${order}` as const;
  return (
    <div className={`${classes.root} grid justify-center centered`}>
      {icon && <span className={`${classes.icon} middle mb-16 brand`}>{icon}</span>}
      <Heading className={classes.title}>{title}</Heading>
      {text && <p className={classes.text}>{text}</p>}
      {children && <div className={classes.next}>{children}</div>}
    </div>
  );
}
