import { Box, Button, Flex, Group, Tabs, Text } from '@mantine/core';
import {
  IconCircleCheck,
  IconEye,
  IconGavel,
  IconHourglass,
  IconMail,
  IconPrinter,
  IconSend,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type CSSProperties, lazy, Suspense, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { today } from '@/lib/days';
import { useFormats } from '@/lib/formats';
import { useOnce } from '@/lib/on-demand';
import type { DocRequest } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { countFills, countNames, countsOf } from '@/shared/document-counts';
import { RequestActions } from '../actions/request-actions';
import { useNames } from '../data/use-choices';
import { usePerson } from '../data/use-request';
import { documentsOf, isInReview, isOverdue, isOwed, owingOf } from '../model/owing';
import { useRequestRoutes } from '../request-routes';
import { FactList } from '../shared/fact-list';
import { HoldBanner } from '../shared/hold-banner';
import { RequestHead } from '../shared/loaded-request';
import { Progress } from '../shared/progress';
import { RequestTabs } from '../shared/request-tabs';
import { fieldKeys, useActionText } from '../shared/words';
import classes from './overview.module.css';
import { PartyCard } from './party-card';

export function Overview({ request, screenId }: { request: DocRequest; screenId: string }) {
  const { t } = useTranslation();
  const { details } = useRequestRoutes();
  return (
    <article>
      <RequestHead request={request}>
        <IconButton
          Icon={IconPrinter}
          variant="default"
          className={`${classes.print} ${looks.touch}`}
          size={36}
          label={t('ui.requests.print')}
          onClick={() => window.print()}
        />
        <RequestActions request={request} screenId={screenId} />
      </RequestHead>
      <HoldBanner request={request} screenId={screenId} />
      <RequestTabs txnRefNo={request.txnRefNo} shown="overview">
        <Tabs.Panel value="overview" pt={20}>
          <NextStep request={request} details={details?.(request.txnRefNo)} />
          <Counts request={request} />
          <div className={classes.columns}>
            <Flex component="section" direction="column" gap={16} miw={0} aria-labelledby="who-owes-what">
              <Text id="who-owes-what" component="h2" className={classes.heading} fz="lg" fw={600}>
                {t('ui.requests.whoOwesWhat')}
              </Text>
              {owingOf(request).map((owing) => (
                <PartyCard
                  key={owing.party.partySeqNo}
                  owing={owing}
                  request={request}
                  screenId={screenId}
                  details={details?.(request.txnRefNo)}
                />
              ))}
            </Flex>
            <Flex component="aside" direction="column" gap={16} miw={0}>
              <Facts request={request} />
              <Messages request={request} screenId={screenId} />
            </Flex>
          </div>
        </Tabs.Panel>
      </RequestTabs>
    </article>
  );
}

/** The documents requested, and how many are in each state. */
export function Counts({ request }: { request: DocRequest }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const counts = countsOf(request);
  return (
    <Box className={`${classes.countsBox} ${looks.card}`} mb={24}>
      <dl className={classes.counts}>
        <div className={classes.count}>
          <dt style={{ '--dot': 'var(--ink-2)' } as CSSProperties}>{t(fieldKeys('documentsRequested'))}</dt>
          <dd>{number(request.documentsRequested)}</dd>
        </div>
        {countNames.map((name) => (
          <div key={name} className={classes.count}>
            <dt style={{ '--dot': countFills[name] } as CSSProperties}>{t(`ui.counts.${name}`)}</dt>
            <dd>{number(counts[name])}</dd>
          </div>
        ))}
      </dl>
      <Progress row={request} isWide />
    </Box>
  );
}

/** Dates and people of the request. */
export function Facts({ request }: { request: DocRequest }) {
  const { t } = useTranslation();
  const { date, moment } = useFormats();
  const branch = useNames('branchmaster', 'branchCode', [request.branchCode]);
  const did = useActionText();
  const { owner, forwardedTo, createdBy, latestActionBy } = request;
  const who = usePerson(request, [owner, forwardedTo, createdBy, latestActionBy]);
  const latest = [did(request.latestAction), latestActionBy && who(latestActionBy)].filter(Boolean).join(' · ');
  return (
    <Box component="section" className={`${classes.box} ${looks.card}`} p={{ base: 16, sm: 20 }}>
      <Text component="h2" className={classes.heading} fz="lg" fw={600}>
        {t('ui.requests.facts')}
      </Text>
      <FactList
        facts={[
          ['documentDueDate', request.documentDueDate && date(request.documentDueDate)],
          ['expiresOn', request.expiresOn && date(request.expiresOn)],
          ['owner', who(owner)],
          ['forwardedTo', forwardedTo ? who(forwardedTo) : null],
          ['branchCode', branch(request.branchCode)],
          ['createdOn', moment(request.createdOn)],
          ['createdBy', who(createdBy)],
          ['sentOn', request.sentOn && moment(request.sentOn)],
          ['closedOn', request.closedOn && moment(request.closedOn)],
          ['latestAction', latest],
          ['verificationLevels', String(request.verificationLevels)],
        ]}
      />
    </Box>
  );
}

interface NextStepProps {
  request: DocRequest;
  /** Link to the review, for users who may. */
  details: string | undefined;
}

const icons = {
  send: IconSend,
  customer: IconHourglass,
  review: IconEye,
  decide: IconGavel,
  none: IconCircleCheck,
};

/** Whose turn it is and for what, in one sentence. */
export function NextStep({ request, details }: NextStepProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { date } = useFormats();
  const { nextAction, transactionStatus } = request;
  const who = usePerson(request, [request.latestActionBy]);
  const documents = documentsOf(request).map(({ document }) => document);
  const mayReview = documents.some(({ allowed }) => allowed.includes('accept') || allowed.includes('reject'));
  const Icon = icons[nextAction];
  const late = nextAction === 'customer' && isOverdue(request, today());
  const isOver = nextAction === 'none' || transactionStatus === 'Expired';
  const ended = isOver ? `ended.${transactionStatus}` : nextAction;
  const sentence = t(`ui.requests.nextText.${ended}`, {
    count: documents.filter(nextAction === 'review' ? isInReview : isOwed).length,
    day: date(transactionStatus === 'Expired' ? request.expiresOn : request.documentDueDate),
    on: request.closedOn ? date(request.closedOn) : '',
    by: who(request.latestActionBy ?? ''),
    defaultValue: t(`ui.requests.next.${nextAction}`),
  });
  const tone = late ? 'bad' : { none: 'neutral', customer: 'info' }[nextAction as string];
  return (
    <Group className={classes.next} mb={16} data-tone={tone ?? 'turn'}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <p>
        {sentence}
        {late && <strong> {t('ui.requests.overdue')}.</strong>}
        {request.reason && (
          <Box component="q" display="block" c="dimmed">
            {request.reason}
          </Box>
        )}
      </p>
      {mayReview && details && (
        <Button size="xs" className={classes.screenOnly} onClick={() => void navigate({ to: details })}>
          {t('ui.requests.action.review')}
        </Button>
      )}
    </Group>
  );
}

const MessageDrawer = lazy(() => import('./message-drawer'));

/** The messages to the parties, fetched when opened. */
function Messages({ request, screenId }: { request: DocRequest; screenId: string }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const isUsed = useOnce(opened);
  return (
    <Box component="section" className={`${classes.box} ${classes.screenOnly} ${looks.card}`} p={{ base: 16, sm: 20 }}>
      <Text component="h2" className={classes.heading} fz="lg" fw={600}>
        {t('ui.requests.messages.title')}
      </Text>
      <Text className={looks.break} fz="sm" c="dimmed">
        {t(request.sentOn ? 'ui.requests.messages.sent' : 'ui.requests.messages.unsent')}
      </Text>
      <Button
        variant="default"
        fullWidth
        mt={12}
        leftSection={<IconMail size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('ui.requests.messages.open')}
      </Button>
      <Suspense>
        {isUsed && (
          <MessageDrawer opened={opened} request={request} screenId={screenId} onClose={() => setOpened(false)} />
        )}
      </Suspense>
    </Box>
  );
}
