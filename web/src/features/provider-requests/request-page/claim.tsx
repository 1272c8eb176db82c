import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '@/components/document-upload';
import { FormMessage } from '@/components/form-message';
import { PlainArea } from '@/components/plain-field';
import { act, type DocRequest, type RequestDocument } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import { useSubmit } from '@/lib/submit';
import classes from './request-page.module.css';

interface Props {
  request: DocRequest;
  document: RequestDocument;
  onClaimed(record: DocRequest): void;
}

/** A party states why a document is not needed; the other side answers. */
export function Claim({ request, document, onClaimed }: Props) {
  const { t } = useTranslation();
  const { displayName: entity } = useAuth();
  /** Undefined until first opened: only then does closing return the focus. */
  const [isOpen, setIsOpen] = useState<boolean>();
  if (document.claim) {
    return (
      <div className={classes.claim}>
        <p className="m-0 text-13 muted">{t('ui.provider.claimWaits', { entity })}</p>
        <blockquote className={classes.reason}>{document.claim.reason}</blockquote>
      </div>
    );
  }
  if (!may(document, 'claim')) return null;
  if (!isOpen) {
    return (
      <button
        type="button"
        className={`${classes.textButton} self-start p-0 text-13 muted`}
        // biome-ignore lint/a11y/noAutofocus: the focused form has just closed
        autoFocus={isOpen === false}
        onClick={() => setIsOpen(true)}
      >
        {t('ui.provider.claim')}
      </button>
    );
  }
  const send = async (reason: string) => {
    const body = { txnRefNo: request.txnRefNo, documentNo: document.documentNo, reason };
    onClaimed(await act('claim', body, { failure: 'inline' }));
  };
  return <ClaimForm title={document.documentTitle} onSend={send} onClose={() => setIsOpen(false)} />;
}

interface FormProps {
  title: string;
  onSend(reason: string): Promise<void>;
  onClose(): void;
}

function ClaimForm({ title, onSend, onClose }: FormProps) {
  const { t } = useTranslation();
  const { displayName: entity } = useAuth();
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const submission = useSubmit();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(reason.trim() === '');
    if (reason.trim() !== '')
      void submission.run(
        () => onSend(reason.trim()),
        () => false,
      );
  };
  return (
    <form className={classes.claim} onSubmit={submit} noValidate>
      {submission.message && <FormMessage>{submission.message}</FormMessage>}
      <PlainArea
        name="reason"
        label={t('ui.provider.claimReason', { title })}
        hint={t('ui.provider.claimHint', { entity })}
        required
        autoFocus
        rows={2}
        maxLength={1000}
        value={reason}
        error={isMissing ? t('message.enter', { label: t('ui.provider.reason') }) : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={`${classes.buttons} flex wrap at-end gap-8`}>
        <Button variant="default" onClick={onClose}>
          {t('ui.common.cancel')}
        </Button>
        <Button type="submit" loading={submission.busy}>
          {t('ui.provider.claimSend')}
        </Button>
      </div>
    </form>
  );
}
