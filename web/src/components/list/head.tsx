import type { ReactNode } from 'react';
import classes from './list.module.css';

interface HeadProps {
  title: string;
  about?: string;
  /** Actions for the list as a whole. */
  children?: ReactNode;
}

/** Title, description and actions of a page. */
export function ListHead({ title, about, children }: HeadProps) {
  return (
    <div className={`${classes.head} row wrap between mb-20`}>
      <h1 className={classes.title}>{title}</h1>
      {children && <div className="row wrap gap-8">{children}</div>}
      {about && <p className={`${classes.about} m-0 muted`}>{about}</p>}
    </div>
  );
}
