import { createPortal } from 'react-dom';
import classes from './second-factor.module.css';

interface Props {
  title: string;
  codes: string[];
  note: string;
}

/** Print-only content. Rendered outside the page, where no dialog moves or clips it. */
export function Paper({ title, codes, note }: Props) {
  return createPortal(
    <div className={classes.paper} aria-hidden>
      <p>{title}</p>
      <div className={`${classes.codes} pair centered plain-list`}>
        {codes.map((code) => (
          <code key={code}>{code}</code>
        ))}
      </div>
      <p>{note}</p>
    </div>,
    document.body,
  );
}
