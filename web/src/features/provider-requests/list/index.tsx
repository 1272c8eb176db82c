import { Skeleton } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState, LoadFailed } from '@/components/empty-state';
import { PageIntro } from '@/components/public-page';
import { useLoaded } from '@/lib/loaded';
import { type RequestRow, searchRequests } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import { useOnLanguageChange } from '@/lib/wording';
import { inTurn, RequestCard, turns } from './request-card';
import classes from './requests.module.css';

const most = 100;
const ownRequests = async () => (await searchRequests({ page: 0, size: most, sort: '-createdOn' })).content;

/** My Requests: open for the caller, with the other side, closed. */
export function ProviderRequests() {
  const { t } = useTranslation();
  const { displayName: entity, userName, remarksMessage } = useAuth();
  const { data, failed, error, reload } = useLoaded(ownRequests);
  useOnLanguageChange(reload);
  return (
    <>
      <PageIntro
        hello={userName ? t('ui.provider.hello', { name: userName }) : undefined}
        title={t('screen.providerRequests')}
        text={t('ui.provider.requestsText', { entity })}
      />
      {data && data.length > 0 && <Groups requests={data.filter((row) => !row.isUnreadable)} />}
      {data
        ?.filter((row) => row.isUnreadable)
        .map((row) => (
          <section key={row.txnRefNo} className="card">
            {t('ui.provider.unreadable', { reference: row.txnRefNo, entity })}
          </section>
        ))}
      {!data && !failed && <Outline />}
      {(failed || data?.length === 0) && (
        <section className="card">
          {failed ? <LoadFailed error={error} onRetry={reload} /> : <Nothing />}
        </section>
      )}
      {remarksMessage && <p className="m-0 mt-24 text-13 muted break lines-kept">{remarksMessage}</p>}
    </>
  );
}

function Groups({ requests }: { requests: RequestRow[] }) {
  const { t } = useTranslation();
  const { displayName: entity } = useAuth();
  return turns
    .map((turn) => ({ turn, some: inTurn(requests, turn) }))
    .filter(({ some }) => some.length > 0)
    .map(({ turn, some }) => (
      <section key={turn} className={classes.group}>
        <h2 className="m-0 mb-8 text-15 strong">{t(`ui.provider.turn.${turn}`, { entity })}</h2>
        <ul className="plain-list grid gap-12">
          {some.map((request) => (
            <RequestCard key={request.txnRefNo} request={request} turn={turn} />
          ))}
        </ul>
      </section>
    ));
}

function Nothing() {
  const { t } = useTranslation();
  const { displayName: entity } = useAuth();
  return (
    <EmptyState
      Icon={IconFileText}
      title={t('ui.provider.requestsNone')}
      text={t('ui.provider.requestsNoneText', { entity })}
    />
  );
}

function Outline() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('ui.common.loading')} className="plain-list grid gap-12">
      {['one', 'other'].map((name) => (
        <Skeleton key={name} height={108} radius={12} />
      ))}
    </div>
  );
}
