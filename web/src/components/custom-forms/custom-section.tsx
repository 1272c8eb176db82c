import { type ReactNode, useId } from 'react';
import classes from './custom-forms.module.css';

interface CustomSectionProps {
  title: string;
  about?: string;
  children: ReactNode;
}

/** A titled section of a long form: title beside the fields on wide screens, above them on narrow ones. */
export function CustomSection({ title, about, children }: CustomSectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <h2 id={id} className="title">
          {title}
        </h2>
        {about && <p className={`${classes.about} text-13 muted`}>{about}</p>}
      </div>
      <div className={`${classes.fields} grid narrow gap-16`}>{children}</div>
    </section>
  );
}

/** All sections of a form; their width decides where the titles go. */
export function CustomSections({ children }: { children: ReactNode }) {
  return <div className={classes.sections}>{children}</div>;
}
