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
    <section className={`${classes.card} full clipped`}>
      {banner && <img src={banner} alt="" className={`${classes.banner} full block line-below`} />}
      <div className={`${classes.body} grid gap-16`}>
        <div>
          {icon && <span className={`${classes.icon} mb-12 tint-brand middle brand`}>{icon}</span>}
          <h1 className={`${classes.title} m-0 strong`}>{title}</h1>
          {text && <p className={`${classes.text} m-0 mt-4 muted`}>{text}</p>}
        </div>
        {children}
      </div>
    </section>
  );
}

/** Content below the card: another way in. */
export function PublicFoot({ children }: { children: ReactNode }) {
  return <p className="m-0 mt-24 text-13 muted centered">{children}</p>;
}
