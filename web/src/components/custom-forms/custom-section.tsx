import { type ReactNode, useId } from 'react';
import classes from './custom-forms.module.css';

interface CustomSectionProps {
  title: string;
  about?: string;
  children: ReactNode;
}

/** A titled part of a long form: its title beside the fields where there is room, above them where there is not. */
export function CustomSection({ title, about, children }: CustomSectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {about && <p className={classes.about}>{about}</p>}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  );
}

/** All sections of a form; it is their width that decides where the titles stand. */
export function CustomSections({ children }: { children: ReactNode }) {
  return <div className={classes.sections}>{children}</div>;
}
