import {
  type Icon,
  IconBuilding,
  IconChecks,
  IconChevronRight,
  IconClockExclamation,
  IconFolderOff,
  IconLayoutGrid,
  IconMailOff,
  IconUserPlus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { list } from '@/lib/api';
import { useFormats } from '@/lib/formats';
import { can } from '@/lib/permissions';
import { useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import classes from './landing.module.css';

interface Gap {
  gap: 'mailServer' | 'fileSharing' | 'clock' | 'roles' | 'users' | 'secondAdministrator';
  /** The resource that completes it. */
  resource: string;
  count: number;
  /** The first records it is about. */
  codes: string[];
  /** Of a clock that is not trusted: why, its time, and the time that it was compared with. */
  cause?: string;
  clock?: string;
  known?: string;
}

const icons: Record<Gap['gap'], Icon> = {
  mailServer: IconMailOff,
  fileSharing: IconFolderOff,
  clock: IconClockExclamation,
  roles: IconLayoutGrid,
  users: IconBuilding,
  secondAdministrator: IconUserPlus,
};
const resources = ['emailconfig', 'master', 'rolescreenmapping', 'userbranchaccess', 'usermaster'];
const place = { area: 'app', resource: 'setup' } as const;

/** The set-up that is missing, for users who can complete it. */
export function Setup() {
  const { t } = useTranslation();
  const { entityCode, userId, screens } = useAuth();
  const own = screens.filter((screen) => resources.includes(screen.resource) && can(screen, 'edit'));
  const { data } = useQuery({
    queryKey: ['setup', entityCode, userId],
    enabled: own.length > 0,
    queryFn: async ({ signal }) =>
      (await list<Gap>(place, {}, { screenId: '', signal, quiet: true, failure: 'inline' })).content,
  });
  if (own.length === 0 || !data) return null;
  const gaps = data.flatMap((gap) => {
    const screen = own.find(({ resource }) => resource === gap.resource);
    return screen ? [{ ...gap, path: screen.path }] : [];
  });
  return (
    <section className="mb-24">
      <h2 className={`${classes.heading} text-15 strong`}>{t('ui.landing.setup.title')}</h2>
      {gaps.length === 0 ? (
        <p className="row gap-12 py-12 px-20 m-0 card text-13">
          <span className={`${classes.areaIcon} middle fixed rounded tint-ok`}>
            <IconChecks size={20} stroke={1.6} aria-hidden />
          </span>
          {t('ui.landing.setup.complete')}
        </p>
      ) : (
        <ul className={`${classes.needs} plain-list grid gap-16`}>
          {gaps.map((gap) => (
            <li key={gap.gap}>
              <GapCard {...gap} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function GapCard({ gap, count, codes, path, cause, clock = '', known = '' }: Gap & { path: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { entityCode, userId } = useAuth();
  const Icon = icons[gap];
  const rest = count - codes.length;
  const named = rest > 0 ? [...codes, t('ui.dashboard.scheduleMore', { count: rest })] : codes;
  const text = gap === 'clock' && cause === 'night' ? 'clockNight' : (`${gap}Text` as const);
  const isAlone = gap === 'secondAdministrator';
  const what = codes.map((resource) => t(`resource.${resource}.one`, { defaultValue: resource })).join(', ');
  const details = isAlone
    ? { what, entity: entityCode, user: userId }
    : { clock: formats.exact(clock), known: formats.exact(known) };
  const content = (
    <>
      <span className={`${classes.areaIcon} middle fixed rounded tint-warn`}>
        <Icon size={20} stroke={1.6} aria-hidden />
      </span>
      <span className="grid grow narrow gap-2">
        <span className="strong">{t(`ui.landing.setup.${gap}`, { count })}</span>
        <span className="text-13 muted break">
          {codes.length > 0 && !isAlone ? named.join(', ') : t(`ui.landing.setup.${text}`, details)}
        </span>
      </span>
    </>
  );
  // No screen sets the clock.
  if (gap === 'clock') return <div className="row gap-12 py-12 px-16 card">{content}</div>;
  return (
    <Link to={path} className={`${classes.area} plain-link row gap-12 py-12 px-16 card`}>
      {content}
      <IconChevronRight size={16} stroke={1.75} className="fixed faint" aria-hidden />
    </Link>
  );
}
