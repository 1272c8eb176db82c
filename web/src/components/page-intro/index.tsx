import type { ReactNode } from 'react';
import classes from './page-intro.module.css';

/** The header of a portal page: greeting, title, purpose. */
export function PageIntro({ hello, title, text }: { hello?: string; title: string; text: ReactNode }) {
  return (
    <div className="mb-24">
      {hello && <p className={`${classes.hello} m-0 muted`}>{hello}</p>}
      <h1 className={`${classes.title} m-0 strong`}>{title}</h1>
      <p className="m-0 mt-4 muted">{text}</p>
    </div>
  );
}
