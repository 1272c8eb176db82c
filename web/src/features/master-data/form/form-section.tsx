import { type ReactNode, useId } from 'react';
import classes from './form.module.css';

/** A titled section of a form. */
export function FormSection({ title, children }: { title?: string; children: ReactNode }) {
  const id = useId();
  if (!title) return <div className={classes.section}>{children}</div>;
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h3 id={id} className="title mb-12 tight">
        {title}
      </h3>
      {children}
    </section>
  );
}
