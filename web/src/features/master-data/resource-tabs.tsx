import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useUrlState } from '@/lib/url-state';
import { useTranslation } from '@/lib/wording';
import type { Definition } from './model/definition';

interface Props {
  parts: Definition[];
  shown: Definition;
  children: ReactNode;
}

/** Tabs for screens with several resources. Switching resets the list: filters do not carry over. */
export function ResourceTabs({ parts, shown, children }: Props) {
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
