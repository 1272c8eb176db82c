import type { ReactNode } from 'react';
import classes from './routes.module.css';

export function PageHead({ title, about, children }: { title: string; about: string; children?: ReactNode }) {
  return (
    <div className={`${classes.head} flex wrap between align-start`}>
      <div className="narrow">
        <h1>{title}</h1>
        <p className={classes.about}>{about}</p>
      </div>
      {children}
    </div>
  );
}
