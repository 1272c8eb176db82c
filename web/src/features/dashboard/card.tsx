import { type ReactNode, useId } from 'react';
import classes from './dashboard.module.css';

interface Props {
  title: string;
  text?: string;
  children: ReactNode;
}

export function Card({ title, text, children }: Props) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id} className="title">
        {title}
      </h2>
      {text && <p className={`${classes.cardText} text-13 muted`}>{text}</p>}
      <div className={classes.cardBody}>{children}</div>
    </section>
  );
}
