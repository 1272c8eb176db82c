import type { ReactNode } from 'react';
import classes from './routes.module.css';

/** Names and values, stacked on a phone. A fact without a value is left out. */
export function Facts({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <dl className="grid m-0">
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name} className={`${classes.fact} grid py-12 gap-16`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

export function PageHead({ title, about, children }: { title: string; about: string; children?: ReactNode }) {
  return (
    <div className={`${classes.head} flex wrap between align-start`}>
      <div className="narrow">
        <h1>{title}</h1>
        <p className="m-0 mt-4 muted">{about}</p>
      </div>
      {children}
    </div>
  );
}
