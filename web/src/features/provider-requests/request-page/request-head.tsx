import { Box, Button, Flex, Stack, Text } from '@mantine/core';
import { IconQuote } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormMessage, PlainArea, useSubmit } from '@/components/form';
import { PageIntro } from '@/components/public-page';
import { dayOfMoment } from '@/lib/days';
import { useFormats } from '@/lib/formats';
import { act, type DocRequest, type RequestDocument } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { inGroup, may, progressOf } from '@/shared/document-upload';
import { RequestStatus } from '@/shared/request-status';
import { useRemarksMessage } from '../remarks-message';
import { purposeOf, subjectOf } from '../subject';
import { outcomeOf } from './person';
import classes from './request-page.module.css';

/** What is requested, why and by when; or that it is closed. */
export function RequestHead({ request }: { request: DocRequest }) {
  const { t } = useTranslation();
  const { day } = useFormats();
  const purpose = purposeOf(request);
  const isOver = outcomeOf(request) !== null;
  return (
    <>
      <PageIntro title={t('screen.providerUpload')} text={<Ask request={request} />} />
      <Outcome request={request} />
      <Box component="p" className={looks.break} mt={-8} mx={0} mb={6} fw={600}>
        {subjectOf(request)}
        {purpose && (
          <Box component="span" fw={400} c="dimmed">
            {' '}
            · {purpose}
          </Box>
        )}
      </Box>
      <Flex component="p" gap="4px 14px" wrap="wrap" align="center" m={0} mb={20} fz="sm" c="dimmed">
        <RequestStatus value={request.transactionStatus} words="ui.provider.requestStatus" />
        <span>{t('ui.provider.reference', { reference: request.txnRefNo })}</span>
        {!isOver && request.expiresOn && <span>{t('ui.provider.openUntil', { date: day(request.expiresOn) })}</span>}
      </Flex>
      <Message request={request} />
    </>
  );
}

function Ask({ request }: { request: DocRequest }) {
  const { t } = useTranslation();
  const { day } = useFormats();
  const { displayName: entity } = useAuth();
  const { needed, optional, isOnlyAgain } = progressOf(request);
  const date = day(request.documentDueDate);
  if (outcomeOf(request)) return t('ui.provider.noMore');
  if (needed > 0) {
    const asked = t(isOnlyAgain ? 'ui.provider.needsAgain' : 'ui.provider.needs', { count: needed, entity, date });
    return optional > 0 ? `${asked} ${t('ui.provider.optionalToo', { count: optional })}` : asked;
  }
  if (optional > 0) return t('ui.provider.mayCome', { count: optional, entity });
  const isWaited = request.parties.some(({ documents }) => inGroup(documents, 'owed').length > 0);
  return t(isWaited ? 'ui.provider.watching' : 'ui.provider.allIn', { entity });
}

/** A closed request shows its outcome, and the reason if there is one. */
function Outcome({ request }: { request: DocRequest }) {
  const { t } = useTranslation();
  const { day } = useFormats();
  const { displayName: entity } = useAuth();
  const outcome = outcomeOf(request);
  if (!outcome) return null;
  const date = day(outcome === 'expired' ? request.expiresOn : dayOfMoment(request.closedOn ?? request.updatedOn));
  return (
    <Box
      component="section"
      className={classes.outcome}
      mb={24}
      p={16}
      bdrs="var(--radius-card)"
      data-outcome={outcome}
    >
      <Text component="h2" fz="lg" fw={600}>
        {t(`ui.provider.outcome.${outcome}`, { entity, date })}
      </Text>
      <Text mt={4} c="var(--ink)" inherit>
        {t(`ui.provider.outcomeText.${outcome}`, { entity, date })}
      </Text>
      {request.reason && (
        <Box
          component="blockquote"
          className={`${classes.reason} ${looks.break} ${looks.linesKept}`}
          m={0}
          mt={8}
          c="var(--ink)"
        >
          {request.reason}
        </Box>
      )}
    </Box>
  );
}

/** The banker's message to this party, and what the entity says to all its customers. */
function Message({ request }: { request: DocRequest }) {
  const { t } = useTranslation();
  const { displayName: entity } = useAuth();
  const remarksMessage = useRemarksMessage();
  const texts = [
    ...new Set(
      [...request.parties.map(({ requestRemarks }) => requestRemarks), remarksMessage]
        .map((text) => text?.trim())
        .filter(Boolean),
    ),
  ];
  if (texts.length === 0) return null;
  return (
    <Flex component="section" mb={28} gap={12} p={16} bg="var(--brand-tint)" bdrs="var(--radius-card)">
      <IconQuote size={18} stroke={1.75} style={{ marginTop: 2 }} color="var(--brand-text)" aria-hidden />
      <div>
        <Text component="h2" fz="sm" fw={600}>
          {t('ui.provider.messageFrom', { entity })}
        </Text>
        {texts.map((text) => (
          <Text key={text} className={`${looks.break} ${looks.linesKept}`} inherit>
            {text}
          </Text>
        ))}
      </div>
    </Flex>
  );
}

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
      <Stack gap={12}>
        <Text fz="sm" c="dimmed">
          {t('ui.provider.claimWaits', { entity })}
        </Text>
        <Box
          component="blockquote"
          className={`${classes.reason} ${looks.break} ${looks.linesKept}`}
          m={0}
          mt={8}
          c="var(--ink)"
        >
          {document.claim.reason}
        </Box>
      </Stack>
    );
  }
  if (!may(document, 'claim')) return null;
  if (!isOpen) {
    return (
      <button
        type="button"
        className={`${classes.textButton} ${looks.selfStart}`}
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
    <Flex component="form" direction="column" gap={12} onSubmit={submit} noValidate>
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
      <Flex className={classes.buttons} wrap="wrap" justify="flex-end" gap={8}>
        <Button variant="default" onClick={onClose}>
          {t('ui.common.cancel')}
        </Button>
        <Button type="submit" loading={submission.busy}>
          {t('ui.provider.claimSend')}
        </Button>
      </Flex>
    </Flex>
  );
}
