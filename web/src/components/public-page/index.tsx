import { Button } from '@mantine/core';
import { IconError404 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '@/lib/wording';
import { EmptyState } from '../empty-state';
import { LanguageSwitch } from '../language-switch';
import { BrandMark, EntityMark } from '../marks';
import classes from './public-page.module.css';

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
  usePageTitle(title);
  return (
    <section className={`${classes.card} full clipped`}>
      {banner && <img src={banner} alt="" className={`${classes.banner} full block line-below`} />}
      <div className={`${classes.body} grid gap-16`}>
        <div>
          {icon && <span className="square-44 rounded-card mb-12 tint-brand middle brand">{icon}</span>}
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

interface PublicFrameProps {
  /** The entity that owns this address; without one the frame shows the product name. */
  hostEntity?: { displayName: string; logo: string | null } | null;
  children: ReactNode;
}

/** The frame of all pages before login: a name, the languages, one card. */
export function PublicFrame({ hostEntity, children }: PublicFrameProps) {
  const { t } = useTranslation();
  return (
    <div className={`${classes.page} column`}>
      <header className={`${classes.top} row between gap-16`}>
        {hostEntity ? (
          <EntityMark name={hostEntity.displayName} logo={hostEntity.logo} />
        ) : (
          <span className={`${classes.brand} text-17 inline-row gap-8`}>
            <BrandMark size={28} />
            {t('app.name')}
          </span>
        )}
        <LanguageSwitch />
      </header>
      <main className={`${classes.main} row grow`}>{children}</main>
    </div>
  );
}

/** The header of a portal page: greeting, title, purpose. */
export function PageIntro({ hello, title, text }: { hello?: string; title: string; text: ReactNode }) {
  return (
    <div className="mb-24">
      {hello && <p className={`${classes.hello} m-0 muted`}>{hello}</p>}
      <h1 className={`${classes.pageIntroTitle} m-0 strong`}>{title}</h1>
      <p className="m-0 mt-4 muted">{text}</p>
    </div>
  );
}

/** The spec's wording; `login` is the provider's or the staff's, depending on the address. */
export function NotFound({ login }: { login: string }) {
  const { t } = useTranslation();
  usePageTitle(t('ui.shell.notFound.title'));
  return (
    <EmptyState order={1} Icon={IconError404} words="ui.shell.notFound">
      <Button component="a" href={login}>
        {t('ui.shell.notFound.link')}
      </Button>
    </EmptyState>
  );
}
