import { type ReactNode, useId } from 'react';
import classes from './sign-in-policy.module.css';

export function Part({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={`${classes.part} card`} aria-labelledby={id}>
      <h2 id={id} className="title">
        {title}
      </h2>
      <p className={`${classes.about} text-13 muted`}>{about}</p>
      {children}
    </section>
  );
}
