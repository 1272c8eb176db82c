import { ActionIcon } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { DocRequest } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { RequestActions } from '../actions/request-actions';
import { owingOf } from '../model/owing';
import { useRequestRoutes } from '../request-routes';
import { RequestHead } from '../shared/request-head';
import { Counts } from './counts';
import { Facts } from './facts';
import { Messages } from './messages';
import { NextStep } from './next-step';
import classes from './overview.module.css';
import { PartyCard } from './party-card';

interface Props {
  request: DocRequest;
  screenId: string;
}

export function Overview({ request, screenId }: Props) {
  const { t } = useTranslation();
  const { details } = useRequestRoutes();
  return (
    <article>
      <RequestHead request={request}>
        <ActionIcon
          variant="default"
          className={classes.print}
          aria-label={t('ui.requests.print')}
          title={t('ui.requests.print')}
          onClick={() => window.print()}
        >
          <IconPrinter size={18} aria-hidden />
        </ActionIcon>
        <RequestActions request={request} screenId={screenId} />
      </RequestHead>
      <NextStep request={request} details={details?.(request.txnRefNo)} />
      <Counts request={request} />
      <div className={`${classes.columns} grid align-top gap-24`}>
        <section className="column narrow gap-16" aria-labelledby="who-owes-what">
          <h2 id="who-owes-what" className={`${classes.heading} title`}>
            {t('ui.requests.whoOwesWhat')}
          </h2>
          {owingOf(request).map((owing) => (
            <PartyCard
              key={owing.party.partySeqNo}
              owing={owing}
              request={request}
              screenId={screenId}
              details={details?.(request.txnRefNo)}
            />
          ))}
        </section>
        <aside className="column narrow gap-16">
          <Facts request={request} />
          <Messages request={request} screenId={screenId} />
        </aside>
      </div>
    </article>
  );
}
