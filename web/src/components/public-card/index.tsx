import type { ReactNode } from 'react';
import classes from './public-card.module.css';

interface Props {
  title: string;
  text?: ReactNode;
  /** A data: url, shown across the card. */
  banner?: string | null;
  icon?: ReactNode;
  children?: ReactNode;
}

/** The card of a page before login. */
export function PublicCard({ title, text, banner, icon, children }: Props) {
  return (
    <section className={classes.card}>
      {banner && <img src={banner} alt="" className={`${classes.banner} full block line-below`} />}
      <div className={classes.body}>
        <div>
          {icon && <span className={`${classes.icon} middle brand`}>{icon}</span>}
          <h1 className={classes.title}>{title}</h1>
          {text && <p className={classes.text}>{text}</p>}
        </div>
        {children}
      </div>
    </section>
  );
}

/** Content below the card: another way in. */
export function PublicFoot({ children }: { children: ReactNode }) {
  return <p className={`${classes.foot} text-13 muted centered`}>{children}</p>;
}
