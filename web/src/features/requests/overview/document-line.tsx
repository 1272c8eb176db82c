import { Box, Flex, Stack } from '@mantine/core';
import { IconCircleOff, IconDots, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { ActionMenu } from '@/components/lazy-menu';
import { MaybeLink } from '@/components/maybe-link';
import { today } from '@/lib/days';
import { useFormats } from '@/lib/formats';
import { useOnce } from '@/lib/on-demand';
import type { DocRequest, RequestDocument } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { RequestStatus } from '@/shared/request-status';
import { ScanPill } from '@/shared/scan-pill';
import { dueOf, isOwed, newestOf } from '../model/owing';
import { Claim, Waiver } from '../shared/claim';
import { LevelText } from '../shared/fact-list';
import classes from './overview.module.css';

interface Props {
  document: RequestDocument;
  request: DocRequest;
  screenId: string;
  review: string | undefined;
}

/** One document: title, due date, status and reason. */
export function DocumentLine({ document, request, screenId, review }: Props) {
  const { t } = useTranslation();
  const { date, moment } = useFormats();
  // Nothing is due any more in a closed request.
  const due = request.closedOn ? null : dueOf(request, document);
  const isLate = isOwed(document) && due !== null && due < today();
  const newest = newestOf(document);
  return (
    <li className={`${classes.document} ${looks.lineAbove}`}>
      <Stack className={classes.documentText} gap={0} miw={0}>
        <Flex
          component="span"
          className={`${classes.documentTitle} ${looks.break}`}
          wrap="wrap"
          align="baseline"
          fw={500}
        >
          <MaybeLink
            to={review}
            search={{ tab: 'documents', doc: String(document.documentNo) }}
            className={`${classes.link} ${looks.plainLink}`}
          >
            {document.documentTitle}
          </MaybeLink>
          {!document.mandatory && <span className={classes.tag}>{t('ui.requests.optional')}</span>}
        </Flex>
        {document.instructionsShown && (
          <Box component="span" className={looks.break} m={0} fz="sm" c="dimmed">
            {document.instructionsShown}
          </Box>
        )}
        {document.status === 'Rejected' && (
          <Box component="span" className={looks.break} fz="sm" c="var(--bad)">
            {[document.reasonCode && t(`reject.${document.reasonCode}`), document.reasonRemark]
              .filter(Boolean)
              .join(': ')}
          </Box>
        )}
        {document.verification.verdict !== 'None' && (
          <Box component="span" fz="sm" c="dimmed" role="status">
            {`${t('ui.requests.verification.title')}: ${t(`ui.requests.verification.verdict.${document.verification.verdict}`)}`}
          </Box>
        )}
        <Claim document={document} request={request} screenId={screenId} />
        <Waiver document={document} request={request} screenId={screenId} />
        <Shares document={document} />
      </Stack>
      <Box component="span" className={classes.when} fz="sm" data-late={isLate || undefined}>
        {newest && !isOwed(document)
          ? t('ui.requests.cameOn', { on: moment(newest.uploadedOn), version: newest.versionNo })
          : due && t(isLate ? 'ui.requests.dueLate' : 'ui.requests.due', { day: date(due) })}
      </Box>
      <span className={classes.state}>
        <RequestStatus value={document.status} />
        <LevelText document={document} levels={request.verificationLevels} />
        {newest?.files.some(({ scan }) => scan === 'infected') && <ScanPill scan="infected" />}
      </span>
      <DocumentMenu document={document} request={request} screenId={screenId} />
    </li>
  );
}

/** What became of the copies for the entity's file-sharing service and drive. */
function Shares({ document }: { document: RequestDocument }) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  return document.shares?.map(({ versionNo, target, state, doneOn, fault }) => (
    <Box
      component="span"
      key={`${versionNo} ${target}`}
      className={looks.break}
      fz="sm"
      c={state === 'failed' ? 'var(--bad)' : 'dimmed'}
    >
      {t(`ui.requests.share.${state}`, {
        target: t(`ui.requests.share.${target}`),
        version: versionNo,
        on: doneOn ? moment(doneOn) : '',
      })}
      {state !== 'shared' && fault && ` ${t('ui.requests.share.because', { fault })}`}
    </Box>
  ));
}

const DocumentDialog = lazy(() => import('../actions/document-dialog'));

interface DocumentDoingProps {
  document: RequestDocument;
  request: DocRequest;
  screenId: string;
}

type DocumentDoing = 'notrequired' | 'removedocument';

/** The actions the server lists for this document besides its review. */
export function DocumentMenu({ document, request, screenId }: DocumentDoingProps) {
  const { t } = useTranslation();
  const [doing, setDoing] = useState<DocumentDoing | null>(null);
  const isUsed = useOnce(doing !== null);
  const { allowed, documentTitle } = document;
  const items = [
    { action: 'notrequired', Icon: IconCircleOff },
    { action: 'removedocument', Icon: IconTrash },
  ] as const;
  const possible = items.filter(({ action }) => allowed.includes(action));
  if (possible.length === 0) return <span className={classes.noMenu} />;
  return (
    <span className={classes.menu}>
      <ActionMenu
        items={() =>
          possible.map(({ action, Icon }) => ({
            label: t(`ui.requests.action.${action}`),
            Icon,
            onClick: () => setDoing(action),
          }))
        }
        button={(trigger) => (
          <IconButton
            Icon={IconDots}
            {...trigger}
            className={looks.touch}
            size={28}
            label={t('ui.master.actionsFor', { name: documentTitle })}
          />
        )}
      />
      <Suspense>
        {isUsed && (
          <DocumentDialog
            action={doing}
            document={document}
            request={request}
            screenId={screenId}
            onClose={() => setDoing(null)}
          />
        )}
      </Suspense>
    </span>
  );
}
