import { type ReactNode, useId } from 'react';
import classes from '../wizard.module.css';

/** A titled section of a step. */
export function Section({ title, children }: { title?: string; children: ReactNode }) {
  const id = useId();
  if (!title) return <div className={`${classes.section} grid gap-16`}>{children}</div>;
  return (
    <section className={`${classes.section} grid gap-16`} aria-labelledby={id}>
      <h3 id={id} className="title">
        {title}
      </h3>
      {children}
    </section>
  );
}
