import { Skeleton, Tabs } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { ErrorState, ListHead } from '@/components/list';
import { useDefinitions } from '@/lib/definitions';
import type { ScreenInfo } from '@/lib/session';
import { useUrlState } from '@/lib/url-state';
import { useTranslation } from '@/lib/wording';
import { richScreens } from './custom-forms/registry';
import { type Definition, isSingleton } from './model/definition';

const loadList = () => import('./list/list-screen');
const ListScreen = lazy(() => loadList().then((file) => ({ default: file.ListScreen })));
const SingletonScreen = lazy(() => import('./singleton-screen').then((file) => ({ default: file.SingletonScreen })));

/** Any master screen, rendered from its server definitions. */
export function MasterScreen({ screen }: { screen: ScreenInfo }) {
  const { t } = useTranslation();
  const [{ part }] = useUrlState();
  const { data, isPending, error, refetch } = useDefinitions();
  // A plain master is a list: fetch its code together with the definitions.
  const isList = screen.kind === 'master' && !(screen.resource in richScreens);
  if (isPending && isList) loadList().catch(() => undefined);
  if (isPending) return <Outline />;
  const title = t(`screen.${screen.screenCode}`, { defaultValue: screen.title });
  const parts = data ? partsOf(screen, data) : [];
  const shown = parts.find((definition) => definition.resource === part) ?? parts[0];
  if (!shown) {
    return (
      <>
        <ListHead title={title} />
        <ErrorState error={error} onRetry={() => void refetch()} />
      </>
    );
  }
  return (
    <ResourceTabs parts={parts} shown={shown}>
      <Part key={shown.resource} screen={screen} definition={shown} title={title} />
    </ResourceTabs>
  );
}

/** A screen can have more than its own resource: the entity screen has the tenants too. */
function partsOf(screen: ScreenInfo, all: Definition[]): Definition[] {
  const own = all.filter((definition) => definition.resource === screen.resource);
  const others = all.filter(
    ({ resource, screens }) => screens.includes(screen.screenCode) && resource !== screen.resource,
  );
  return [...own, ...others];
}

function Part({ screen, definition, title }: { screen: ScreenInfo; definition: Definition; title: string }) {
  const { t } = useTranslation();
  const isOwn = definition.resource === screen.resource;
  const Rich = richScreens[definition.resource];
  if (Rich) {
    return (
      <Suspense fallback={<Outline />}>
        <Rich screen={screen} />
      </Suspense>
    );
  }
  const Screen = isSingleton(definition) ? SingletonScreen : ListScreen;
  const heading = isOwn ? title : t(`resource.${definition.resource}.many`);
  const formName = isOwn ? screen.screenCode : `${screen.screenCode}/${definition.resource}`;
  return (
    <Suspense fallback={<Outline />}>
      <Screen screen={screen} definition={definition} title={heading} formName={formName} />
    </Suspense>
  );
}

function Outline() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('ui.common.loading')}>
      <Skeleton height={28} width={220} mb={12} />
      <Skeleton height={14} width={360} maw="80%" mb={28} />
      <Skeleton height={420} radius="lg" />
    </div>
  );
}

interface Props {
  parts: Definition[];
  shown: Definition;
  children: ReactNode;
}

/** Tabs for screens with several resources. Switching resets the list: filters do not carry over. */
function ResourceTabs({ parts, shown, children }: Props) {
  const { t } = useTranslation();
  const [search, change] = useUrlState();
  if (parts.length < 2) return children;
  const show = (resource: string | null) => {
    const gone = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));
    const isFirst = resource === parts[0]?.resource;
    change({ ...gone, part: isFirst ? undefined : (resource ?? undefined) }, { replace: false });
  };
  return (
    <Tabs value={shown.resource} onChange={show} keepMounted={false}>
      <Tabs.List mb={20}>
        {parts.map(({ resource }, at) => (
          <Tabs.Tab key={resource} value={resource}>
            {t(`resource.${resource}.${at === 0 && parts[0]?.key.length === 0 ? 'one' : 'many'}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown.resource}>{children}</Tabs.Panel>
    </Tabs>
  );
}
