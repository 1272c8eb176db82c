import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from '@/lib/wording';
import { useRequestRoutes } from '../request-routes';
import classes from './shared.module.css';

/** The tabs of Transaction Details; the overview has an address of its own. */
export const detailTabs = ['documents', 'request', 'timeline', 'meetings'] as const;
export type DetailTab = (typeof detailTabs)[number];

interface Props {
  txnRefNo: string;
  shown: DetailTab | 'overview';
  children: ReactNode;
}

/** One page for a request: Overview and Transaction Details as tabs, each for users who have its screen. */
export function RequestTabs({ txnRefNo, shown, children }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { overview, details } = useRequestRoutes();
  const go = (name: string | null) => {
    if (name === 'overview') return overview && void navigate({ to: overview(txnRefNo) });
    const search = name === 'documents' ? {} : { tab: name };
    return details && void navigate({ to: details(txnRefNo), search: search as never });
  };
  return (
    <Tabs value={shown} onChange={go} keepMounted={false}>
      <Tabs.List className={classes.tabs}>
        {overview && <Tabs.Tab value="overview">{t('ui.requests.open.overview')}</Tabs.Tab>}
        {details &&
          detailTabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`ui.requests.tab.${name}`)}
            </Tabs.Tab>
          ))}
      </Tabs.List>
      {children}
    </Tabs>
  );
}
