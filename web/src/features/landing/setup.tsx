import { Box, Center, Flex } from '@mantine/core';
import {
  type Icon,
  IconBuilding,
  IconChecks,
  IconClockExclamation,
  IconFolderOff,
  IconLayoutGrid,
  IconMailOff,
  IconUserPlus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { list } from '@/lib/api';
import { useFormats } from '@/lib/formats';
import { can } from '@/lib/permissions';
import { useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import classes from './landing.module.css';
import { LinkCard } from './link-card';

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
    <Box component="section" mb={24}>
      <Box component="h2" mt={28} mx={0} mb={12} fz="lg" fw={600}>
        {t('ui.landing.setup.title')}
      </Box>
      {gaps.length === 0 ? (
        <Flex component="p" className={looks.card} align="center" gap={12} m={0} px={20} py={12} fz="sm">
          <Center component="span" className={classes.areaIcon} flex="none" c="var(--ok)" bdrs="md">
            <IconChecks size={20} stroke={1.6} aria-hidden />
          </Center>
          {t('ui.landing.setup.complete')}
        </Flex>
      ) : (
        <ul className={`${classes.needs} ${looks.plainList}`}>
          {gaps.map((gap) => (
            <li key={gap.gap}>
              <GapCard {...gap} />
            </li>
          ))}
        </ul>
      )}
    </Box>
  );
}

function GapCard({ gap, count, codes, path, cause, clock = '', known = '' }: Gap & { path: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { entityCode, userId } = useAuth();
  const rest = count - codes.length;
  const named = rest > 0 ? [...codes, t('ui.dashboard.scheduleMore', { count: rest })] : codes;
  const text = gap === 'clock' && cause === 'night' ? 'clockNight' : (`${gap}Text` as const);
  const isAlone = gap === 'secondAdministrator';
  const what = codes.map((resource) => t(`resource.${resource}.one`, { defaultValue: resource })).join(', ');
  const details = isAlone
    ? { what, entity: entityCode, user: userId }
    : { clock: formats.exact(clock), known: formats.exact(known) };
  return (
    <LinkCard
      // No screen sets the clock.
      to={gap === 'clock' ? undefined : path}
      Icon={icons[gap]}
      colours={{ c: 'var(--warn)' }}
      title={t(`ui.landing.setup.${gap}`, { count })}
      text={codes.length > 0 && !isAlone ? named.join(', ') : t(`ui.landing.setup.${text}`, details)}
    />
  );
}
