import { Skeleton } from '@mantine/core';
import { IconHourglassEmpty } from '@tabler/icons-react';
import { useMatches } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/empty-state';
import { moduleOf, screenAt } from '@/lib/permissions';
import { type Auth, type ScreenInfo, useAuth } from '@/lib/session';
import { ButtonLink } from './button-link';
import { PageMissing } from './page-missing';
import { Redirect } from './router';

/** `/admin` alone means the user's first admin screen. */
function firstOfArea(path: string, auth: Auth) {
  const [, area, ...rest] = path.replace(/\/$/, '').split('/');
  if (!area || rest.length > 0) return undefined;
  return auth.screens.find((screen) => screen.path.startsWith(`/${area}/`) && !screen.path.includes(':'));
}

const users = 'SD-SMS-002';
const rules = 'SD-ADM-025';

/** Renders the screen of the address if the user has it, otherwise Page Not Found. */
export function ScreenRoute() {
  const auth = useAuth();
  // Use the match, not the address: the address changes first, and a screen would render with the previous query.
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' });
  const isCheck = useMatches({ select: (matches) => 'check' in (matches.at(-1)?.search ?? {}) });
  const isWorkbench = useMatches({ select: (matches) => 'workbench' in (matches.at(-1)?.search ?? {}) });
  const screen = screenAt(path, auth);
  const first = firstOfArea(path, auth);
  if (first) return <Redirect to={first.path} />;
  if (!screen) return <PageMissing />;
  const Request = requestScreen(screen.screenCode);
  if (!Request && moduleOf(path) === 'BNK') return <ComingSoon screen={screen} />;
  const isAccessCheck = screen.screenCode === users && isCheck;
  const isRuleWorkbench = screen.screenCode === rules && isWorkbench;
  const Other = isRuleWorkbench ? RuleWorkbench : screen.kind === 'log' ? LogScreen : MasterScreen;
  const Screen = Request ?? Other;
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      {isAccessCheck ? <AccessCheck /> : <Screen key={screen.screenCode} screen={screen} />}
    </Suspense>
  );
}

/** A screen the user has but the product does not implement yet: says so, without sample figures. */
function ComingSoon({ screen }: { screen: ScreenInfo }) {
  const { t } = useTranslation();
  const name = t(`screen.${screen.screenCode}`);
  return (
    <>
      <h1>{name}</h1>
      <EmptyState
        Icon={IconHourglassEmpty}
        title={t('ui.shell.soon.title')}
        text={t('ui.shell.soon.text', { screen: name })}
      >
        <ButtonLink to="/auth/home">{t('ui.shell.soon.link')}</ButtonLink>
      </EmptyState>
    </>
  );
}

const rows = Array.from({ length: 8 }, (_, row) => row);

/** Outline of a list while its code loads, so that the layout does not shift. */
function ScreenSkeleton() {
  return (
    <div aria-hidden>
      <Skeleton height={26} width={220} mb={10} />
      <Skeleton height={16} width={360} maw="100%" mb={24} />
      <Skeleton height={36} width={280} maw="100%" mb={12} />
      <Skeleton height={38} mb={6} />
      {rows.map((row) => (
        <Skeleton key={row} height={40} mb={4} />
      ))}
    </div>
  );
}

/** One feature renders every ADM and SMS screen from its definition; it is fetched when first needed. */
const MasterScreen = lazy(() => import('@/features/master-data'));
/** Replaces the users screen when the address names a user to check. */
const AccessCheck = lazy(() => import('@/features/access-check'));
/** Replaces the rule details when the address names a rule to work on. */
const RuleWorkbench = lazy(() => import('@/features/master-data/rule-workbench'));
/** The logs are read-only and have their own feature. */
const LogScreen = lazy(() => import('@/features/activity-log'));

type Screen = ComponentType<{ screen: ScreenInfo }>;
type Load = () => Promise<{ default: Screen }>;

/** The screens that are not master data or logs, by code, each fetched when first needed. */
const loads: Record<string, Load> = {
  'SD-BNK-002': () => import('@/features/requests/list'),
  'SD-BNK-004': () => import('@/features/requests/page'),
  'SD-BNK-005': () => import('@/features/requests/list'),
  'SD-BNK-006': () => import('@/features/requests/list'),
  'SD-BNK-007': () => import('@/features/requests/page'),
  'SD-BNK-001': () => import('@/features/request-wizard'),
  'SD-EDU-001': () => import('@/features/request-wizard'),
  'SD-BNK-003': () => import('@/features/dashboard'),
  'SD-BNK-008': () => import('@/features/upload'),
  'SD-BNK-009': () => import('@/features/requests/queue'),
  'SD-BNK-010': () => import('@/features/deliveries'),
  'SD-ADM-029': () => import('@/features/retention'),
  'SD-ADM-030': () => import('@/features/deliveries'),
  'SD-ADM-031': () => import('@/features/webhook-deliveries'),
};

const screens: Record<string, Screen> = Object.fromEntries(
  Object.entries(loads).map(([code, load]) => [code, lazy(load)]),
);

const requestScreen = (code: string): Screen | undefined => screens[code];
