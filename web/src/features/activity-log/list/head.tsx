import type { ReactNode } from 'react';
import type { ScreenInfo } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import classes from '../log.module.css';

/** Title, what the log is for, and what can be done with it as a whole. */
export function Head({ screen, children }: { screen: ScreenInfo; children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={classes.head}>
      <h1 className={classes.title}>{t(`screen.${screen.screenCode}`, { defaultValue: screen.title })}</h1>
      {children && <div className={classes.actions}>{children}</div>}
      <p className={classes.about}>{t(`resource.${screen.resource}.about`)}</p>
    </div>
  );
}
