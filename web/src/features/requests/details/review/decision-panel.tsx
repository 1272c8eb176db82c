import { Button, Kbd, Radio, Textarea } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconRotate, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { FormMessage } from '@/components/form';
import { type DocRequest, type RejectReason, type RequestDocument, rejectReasons } from '@/lib/requests';
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
    <section className="column p-16 gap-12">
      <header className={`${classes.decisionHead} grid align-top`}>
        <h2 className={`${classes.documentTitle} title break`} tabIndex={-1}>
          {document.documentTitle}
        </h2>
        <DocumentMenu document={document} request={request} screenId={screenId} />
        <div className="gap-4-8 row wrap whole-row">
          <RequestStatus value={document.status} />
          <LevelText document={document} levels={request.verificationLevels} />
        </div>
      </header>
      {document.instructions && (
        <p className={`${classes.soft} regular m-0 text-12 muted break`}>{document.instructions}</p>
      )}
      <Reason document={document} />
      <Claim document={document} request={request} screenId={screenId} />
      <Waiver document={document} request={request} screenId={screenId} />
      {message && <FormMessage tone={message.tone}>{message.text}</FormMessage>}
      {!canDecide && (
        <p className={`${classes.soft} regular m-0 text-12 muted break`}>
          {t(`ui.requests.review.why.${whyNot(document, isNewest)}`)}
        </p>
      )}
      {isSure && !doing && <FormMessage tone="info">{t('ui.requests.review.failedCheck')}</FormMessage>}
      {canDecide && !doing && (
        <div className={`${classes.verdicts} grid gap-8`}>
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
                className={verdict === 'reject' ? 'bad' : undefined}
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
    </section>
  );
}

const Hint = ({ letter }: { letter: string }) => (
  <Kbd size="xs" className="phone-hidden muted" aria-hidden>
    {letter}
  </Kbd>
);

/** Why it was rejected, while it is. */
function Reason({ document }: { document: RequestDocument }) {
  const { t } = useTranslation();
  if (document.status !== 'Rejected' || !document.reasonCode) return null;
  return (
    <p className={`${classes.rejected} m-0 text-13 bad rounded`}>
      <strong>{t(`reject.${document.reasonCode}`, { defaultValue: document.reasonCode })}</strong>
      {document.reasonRemark && <span>{document.reasonRemark}</span>}
    </p>
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
      reason:
        isReject && !draft.reasonCode ? t('message.select', { label: t(fieldKeys('reason')) }) : undefined,
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
    const reason =
      event.target instanceof HTMLTextAreaElement ? undefined : rejectReasons[Number(event.key) - 1];
    if (isReject && reason) choose(reason);
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) decide();
  };
  return (
    <form
      ref={form}
      className="column gap-12"
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        decide();
      }}
    >
      {isReject && (
        <Radio.Group
          label={t('ui.requests.review.reason')}
          withAsterisk
          value={draft.reasonCode ?? ''}
          error={faults.reason}
          onChange={(reasonCode) => choose(reasonCode as RejectReason)}
        >
          <div className={`${classes.reasons} grid mt-4 gap-8`}>
            {rejectReasons.map((reason, at) => (
              <div key={reason} className="row between gap-8">
                <Radio value={reason} label={t(`reject.${reason}`)} size="sm" />
                <Hint letter={`${at + 1}`} />
              </div>
            ))}
          </div>
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
      <span className={`${classes.letters} at-line-end text-12 muted figures`} aria-hidden>
        {remark.length} / {mostLetters}
      </span>
      <div className="flex wrap at-end gap-8">
        <Button variant="default" onClick={onCancel}>
          {t('ui.common.cancel')}
        </Button>
        <Button type="submit" color={isReject ? 'red' : undefined} loading={busy}>
          {t(`ui.requests.review.${doing}`)}
        </Button>
      </div>
    </form>
  );
}
