import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './rich.module.css';

/** Something to think about before saving; it does not stop anybody. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <div className={classes.note} role="status">
      <IconAlertTriangle size={16} aria-hidden />
      <div>{children}</div>
    </div>
  );
}
