import { Box, Button, Flex, Group, Kbd, Radio, Stack, Text, Textarea } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconRotate, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { FormMessage } from '@/components/form';
import { type DocRequest, type RejectReason, type RequestDocument, rejectReasons } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { RequestStatus } from '@/shared/request-status';
import { mostLetters } from '../../actions/fields';
import { DocumentMenu } from '../../overview/document-line';
import { Claim, Waiver } from '../../shared/claim';
import { LevelText } from '../../shared/fact-list';
import { fieldKeys } from '../../shared/words';
import { type Outcome, undoLast, useDecision } from './use-decision';
import { type Doing, type Draft, useLetters, whyNot } from './use-review';
import classes from './workbench.module.css';

interface Props extends Outcome {
  request: DocRequest;
  screenId: string;
  document: RequestDocument;
  isNewest: boolean;
  draft: Draft;
  onDraft(draft: Draft): void;
  onStep(by: number): void;
  /** The next document of the queue that is being worked on. */
  onNext?(): void;
}

const doings = [
  { verdict: 'reject', letter: 'R', Icon: IconX },
  { verdict: 'sendback', letter: 'B', Icon: IconArrowBackUp },
  { verdict: 'undo', letter: 'U', Icon: IconRotate },
] as const;

/** The decision about the shown document, by button or key. */
export function DecisionPanel({
  request,
  screenId,
  document,
  isNewest,
  draft,
  onDraft,
  onStep,
  onNext,
  ...outcome
}: Props) {
  const { t } = useTranslation();
  const { busy, message, decide } = useDecision({ request, screenId, document, onDraft, ...outcome });
  const may = (what: Doing | 'accept') => isNewest && document.allowed.includes(what);
  const failed = document.verification.verdict === 'Fail';
  /** Accepting against a failed check takes a second press. */
  const [isSure, setSure] = useState(false);
  const accept = () => {
    if (!may('accept')) return;
    if (failed && !isSure) setSure(true);
    else void decide({ decision: 'accept' });
  };
  /** The form that was closed: its button gets the focus back. */
  const [left, setLeft] = useState<Doing>();
  const start = (next: Doing) => {
    setLeft(undefined);
    setSure(false);
    if (may(next)) onDraft({ doing: next });
  };
  const doing = draft.doing && may(draft.doing) ? draft.doing : undefined;
  const keys = {
    a: accept,
    r: () => start('reject'),
    b: () => start('sendback'),
    u: () => start('undo'),
    j: () => onStep(1),
    k: () => onStep(-1),
    n: () => onNext?.(),
    z: undoLast,
  };
  // Keys typed in a form or remark belong to that field.
  useLetters(doing || draft.said?.trim() ? {} : keys);
  const canDecide = may('accept') || may('reject') || may('sendback') || may('undo');
  return (
    <Flex component="section" direction="column" gap={12} p={16}>
      <header className={classes.decisionHead}>
        <Text component="h2" className={`${classes.documentTitle} ${looks.break}`} fz="lg" fw={600} tabIndex={-1}>
          {document.documentTitle}
        </Text>
        <DocumentMenu document={document} request={request} screenId={screenId} />
        <Group className={looks.wholeRow} gap="4px 8px">
          <RequestStatus value={document.status} />
          <LevelText document={document} levels={request.verificationLevels} />
        </Group>
      </header>
      {document.instructions && (
        <Text className={`${classes.soft} ${looks.break}`} fz="xs" fw={400} c="dimmed">
          {document.instructions}
        </Text>
      )}
      <Reason document={document} />
      <Claim document={document} request={request} screenId={screenId} />
      <Waiver document={document} request={request} screenId={screenId} />
      {message && <FormMessage tone={message.tone}>{message.text}</FormMessage>}
      {!canDecide && (
        <Text className={`${classes.soft} ${looks.break}`} fz="xs" fw={400} c="dimmed">
          {t(`ui.requests.review.why.${whyNot(document, isNewest)}`)}
        </Text>
      )}
      {isSure && !doing && <FormMessage tone="info">{t('ui.requests.review.failedCheck')}</FormMessage>}
      {canDecide && !doing && (
        <div className={classes.verdicts}>
          {may('accept') && (
            <Button
              fullWidth
              loading={busy}
              leftSection={<IconCheck size={16} aria-hidden />}
              rightSection={<Hint letter="A" />}
              onClick={accept}
            >
              {t(isSure ? 'ui.requests.review.acceptAnyway' : 'ui.requests.review.accept')}
            </Button>
          )}
          {doings
            .filter(({ verdict }) => may(verdict))
            .map(({ verdict, letter, Icon }) => (
              <Button
                key={verdict}
                fullWidth
                variant="default"
                c={verdict === 'reject' ? 'var(--bad)' : undefined}
                leftSection={<Icon size={16} aria-hidden />}
                rightSection={<Hint letter={letter} />}
                autoFocus={left === verdict}
                onClick={() => start(verdict)}
              >
                {t(`ui.requests.review.${verdict}`)}
              </Button>
            ))}
        </div>
      )}
      {doing && (
        <DecisionForm
          key={doing}
          doing={doing}
          draft={draft}
          busy={busy}
          onDraft={onDraft}
          onDecide={(reasonCode, remark) => void decide({ decision: doing, reasonCode, remark })}
          onCancel={() => {
            setLeft(doing);
            onDraft({ doing: undefined, reasonCode: undefined, remark: undefined });
          }}
        />
      )}
    </Flex>
  );
}

const Hint = ({ letter }: { letter: string }) => (
  <Kbd size="xs" className={looks.phoneHidden} c="dimmed" aria-hidden>
    {letter}
  </Kbd>
);

/** Why it was rejected, while it is. */
function Reason({ document }: { document: RequestDocument }) {
  const { t } = useTranslation();
  if (document.status !== 'Rejected' || !document.reasonCode) return null;
  return (
    <Text className={classes.rejected} fz="sm" c="var(--bad)" bdrs="md">
      <strong>{t(`reject.${document.reasonCode}`, { defaultValue: document.reasonCode })}</strong>
      {document.reasonRemark && <span>{document.reasonRemark}</span>}
    </Text>
  );
}

interface DecisionFormProps {
  doing: Doing;
  draft: Draft;
  busy: boolean;
  onDraft(draft: Draft): void;
  onDecide(reasonCode: RejectReason | undefined, remark: string | undefined): void;
  onCancel(): void;
}

/** A rejection needs a coded reason and may add text; sending back and undoing need text only. */
function DecisionForm({ doing, draft, busy, onDraft, onDecide, onCancel }: DecisionFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<{ reason?: string; remark?: string }>({});
  const isReject = doing === 'reject';
  const remark = draft.remark ?? '';
  const mustSay = !isReject || draft.reasonCode === 'OTHER';
  const focusOn = (field: string) => form.current?.querySelector<HTMLElement>(field)?.focus();
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  const decide = () => {
    const label = t('ui.requests.review.remark');
    const found = {
      reason: isReject && !draft.reasonCode ? t('message.select', { label: t(fieldKeys('reason')) }) : undefined,
      remark: mustSay && remark.trim() === '' ? t('message.enter', { label }) : undefined,
    };
    setFaults(found);
    if (found.reason || found.remark) focusOn(found.reason ? 'input' : 'textarea');
    else onDecide(isReject ? draft.reasonCode : undefined, remark.trim() || undefined);
  };
  const choose = (reasonCode: RejectReason) => {
    setFaults({});
    onDraft({ reasonCode });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
    const reason = event.target instanceof HTMLTextAreaElement ? undefined : rejectReasons[Number(event.key) - 1];
    if (isReject && reason) choose(reason);
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) decide();
  };
  return (
    <form
      ref={form}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        decide();
      }}
    >
      <Stack gap={12}>
        {isReject && (
          <Radio.Group
            label={t('ui.requests.review.reason')}
            withAsterisk
            value={draft.reasonCode ?? ''}
            error={faults.reason}
            onChange={(reasonCode) => choose(reasonCode as RejectReason)}
          >
            <Stack className={classes.reasons} gap={8} mt={4}>
              {rejectReasons.map((reason, at) => (
                <Group key={reason} justify="space-between" wrap="nowrap" gap={8}>
                  <Radio value={reason} label={t(`reject.${reason}`)} size="sm" />
                  <Hint letter={`${at + 1}`} />
                </Group>
              ))}
            </Stack>
          </Radio.Group>
        )}
        <Textarea
          label={t('ui.requests.review.remark')}
          description={t(`ui.requests.review.remarkFor.${doing}`)}
          withAsterisk={mustSay}
          rows={4}
          resize="vertical"
          maxLength={mostLetters}
          value={remark}
          error={faults.remark}
          onChange={(event) => {
            setFaults({});
            onDraft({ remark: event.currentTarget.value });
          }}
        />
        <Box component="span" className={looks.figures} mt={-8} fz="xs" ta="end" c="dimmed" aria-hidden>
          {remark.length} / {mostLetters}
        </Box>
        <Flex wrap="wrap" justify="flex-end" gap={8}>
          <Button variant="default" onClick={onCancel}>
            {t('ui.common.cancel')}
          </Button>
          <Button type="submit" color={isReject ? 'red' : undefined} loading={busy}>
            {t(`ui.requests.review.${doing}`)}
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}
