import { Button, Radio, Textarea } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type RejectReason, rejectReasons } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { mostLetters } from '../../actions/fields';
import { fieldKeys } from '../../shared/words';
import type { Doing, Draft } from './use-review';
import classes from './workbench.module.css';

interface Props {
  doing: Doing;
  draft: Draft;
  busy: boolean;
  onDraft(draft: Draft): void;
  onDecide(reasonCode: RejectReason | undefined, remark: string | undefined): void;
  onCancel(): void;
}

/** A rejection needs a coded reason and may add text; sending back and undoing need text only. */
export function DecisionForm({ doing, draft, busy, onDraft, onDecide, onCancel }: Props) {
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
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
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
          onChange={(reasonCode) => {
            setFaults({});
            onDraft({ reasonCode: reasonCode as RejectReason });
          }}
        >
          <div className={`${classes.reasons} grid mt-4 gap-8`}>
            {rejectReasons.map((reason) => (
              <Radio key={reason} value={reason} label={t(`reject.${reason}`)} size="sm" />
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
      <span className={`${classes.letters} text-12 muted figures`} aria-hidden>
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
