import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { screenAt } from '@/lib/permissions';
import { useAuth } from '@/lib/session';
import { groupOf } from './groups';
import classes from './header.module.css';

const accountPages: Record<string, string> = {
  '/auth/home': 'ui.shell.home',
  '/auth/profile': 'ui.shell.profile',
  '/auth/settings': 'ui.shell.settings',
  '/auth/settings/sign-in': 'ui.signInPolicy.title',
  '/auth/contact': 'ui.shell.contact',
};

/** Group / screen, with the screen code that people quote to support. */
export function Breadcrumb() {
  const { t } = useTranslation();
  const auth = useAuth();
  const path = useLocation({ select: (location) => location.pathname });
  const screen = screenAt(path, auth);
  const page = accountPages[path];
  const group = (screen && groupOf(screen)) ?? (page && path !== '/auth/home' && 'account');
  const here = screen ? t(`screen.${screen.screenCode}`) : t(page ?? 'ui.shell.notFound.title');
  return (
    <nav aria-label={here}>
      <ol className={`${classes.crumbs} row narrow gap-8 text-13 plain-list`}>
        {group && (
          <>
            <li className="muted">{t(`ui.shell.group.${group}`)}</li>
            <li className={classes.slash} aria-hidden>
              /
            </li>
          </>
        )}
        <li className="medium" aria-current="page">
          {here}
        </li>
        {screen && <li className={classes.chip}>{screen.screenCode}</li>}
      </ol>
    </nav>
  );
}
