import { IconChevronRight, IconDatabase, IconFileText, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './landing.module.css';

const icons = { work: IconFileText, master: IconDatabase, users: IconUsers };

interface Area {
  name: keyof typeof icons;
  count: number;
  path: string;
}

/** One card per group of the user's screens. */
export function Areas({ areas }: { areas: Area[] }) {
  const { t } = useTranslation();
  if (areas.length === 0) return null;
  return (
    <section>
      <h2 className={`${classes.heading} text-15 strong`}>{t('ui.landing.areas')}</h2>
      <div className={`${classes.areas} grid gap-16`}>
        {areas.map(({ name, count, path }) => {
          const Icon = icons[name];
          return (
            <Link key={name} to={path} className={`${classes.area} flex align-start card`}>
              <span className={`${classes.areaIcon} middle fixed brand rounded`}>
                <Icon size={20} stroke={1.6} aria-hidden />
              </span>
              <span className="grid grow narrow gap-2">
                <span className="strong">{t(`ui.shell.group.${name}`)}</span>
                <span className="text-13 muted">{t(`ui.landing.${name}Text`)}</span>
                <span className="mt-4 text-12 muted">{t('ui.landing.screens', { count })}</span>
              </span>
              <IconChevronRight
                size={16}
                stroke={1.75}
                className={`${classes.chevron} fixed faint`}
                aria-hidden
              />
            </Link>
          );
        })}
      </div>
    </section>
  );
}
