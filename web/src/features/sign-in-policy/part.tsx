import { type ReactNode, useId } from 'react';
import classes from './sign-in-policy.module.css';

export function Part({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <p className={classes.about}>{about}</p>
      {children}
    </section>
  );
}
