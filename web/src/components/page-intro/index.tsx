import type { ReactNode } from 'react';
import classes from './page-intro.module.css';

/** The header of a portal page: greeting, title, purpose. */
export function PageIntro({ hello, title, text }: { hello?: string; title: string; text: ReactNode }) {
  return (
    <div className={classes.root}>
      {hello && <p className={classes.hello}>{hello}</p>}
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
    </div>
  );
}
