import { Box, Button, Flex, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { type CSSProperties, lazy, Suspense, useState } from 'react';
import { useFormats } from '@/lib/formats';
import { useOnce } from '@/lib/on-demand';
import type { DocRequest } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { countFills, countsOf, shownCounts } from '@/shared/document-counts';
import { useNames } from '../data/use-choices';
import { usePerson } from '../data/use-request';
import { owingOf } from '../model/owing';
import { FactList } from '../shared/fact-list';
import { Progress } from '../shared/progress';
import { fieldKeys, useActionText } from '../shared/words';
import { EventLine } from './event-line';
import classes from './overview.module.css';
import { PartyCard } from './party-card';

interface Props {
  request: DocRequest;
  screenId: string;
  /** The address of the request's documents, for users who may see them. */
  review: string | undefined;
}

/** Who owes what, and the facts. */
export function Overview({ request, screenId, review }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <EventLine request={request} screenId={screenId} />
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
              review={review}
            />
          ))}
        </Flex>
        <Flex component="aside" direction="column" gap={16} miw={0}>
          <Facts request={request} />
          <Messages request={request} screenId={screenId} />
        </Flex>
      </div>
    </>
  );
}

/** The documents requested, and how many are in each state. */
function Counts({ request }: { request: DocRequest }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const counts = countsOf(request);
  const shown = shownCounts(counts);
  return (
    <Box className={`${classes.countsBox} ${looks.card}`} mb={24}>
      <dl className={classes.counts} style={{ '--columns': shown.length + 1 } as CSSProperties}>
        <div className={classes.count}>
          <dt style={{ '--dot': 'var(--ink-2)' } as CSSProperties}>{t(fieldKeys('documentsRequested'))}</dt>
          <dd>{number(request.documentsRequested)}</dd>
        </div>
        {shown.map((name) => (
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
function Facts({ request }: { request: DocRequest }) {
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
