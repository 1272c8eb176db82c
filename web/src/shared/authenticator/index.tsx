import { Box, Button, Flex, Group, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { CodeField, SubmitButton, useOneTimeCode, WaitMessage } from '@/components/form';
import { IconButton } from '@/components/icon-button';
import { saveFile } from '@/lib/api/transfer';
import { toast } from '@/lib/feedback';
import type { Enrolment } from '@/lib/second-factor';
import type { Auth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import classes from './authenticator.module.css';

interface ScanStepProps {
  enrolment: Enrolment;
  /** Throws when the server refuses the first code. */
  onCode(code: string): Promise<unknown>;
  onCancel(): void;
}

/** Groups of four, as people read a long key aloud. */
const spaced = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** The QR code for the app, and the first code, which proves that it was scanned. */
export function ScanStep({ enrolment, onCode, onCancel }: ScanStepProps) {
  const { t } = useTranslation();
  return (
    <CodeStep
      text={t('ui.secondFactor.setup.scan')}
      submit={t('ui.secondFactor.setup.turnOn')}
      onCode={onCode}
      onCancel={onCancel}
    >
      <Group className={classes.scan} wrap="nowrap" gap={20}>
        <Box
          component="img"
          className={classes.qr}
          flex="none"
          src={enrolment.qr}
          alt={t('ui.secondFactor.setup.qr')}
        />
        <Stack gap={8} miw={0} fz="sm">
          <a className={`${classes.open} ${looks.textLink}`} href={enrolment.uri}>
            {t('ui.secondFactor.setup.open')}
          </a>
          <Text c="dimmed" inherit>
            {t('ui.secondFactor.setup.manual')}
          </Text>
          <Group className={`${classes.key} ${looks.outlined}`} wrap="nowrap" gap={8} bg="var(--surface)">
            <code>{spaced(enrolment.secret)}</code>
            <CopyButton text={enrolment.secret} name={t('ui.secondFactor.setup.copyKey')} />
          </Group>
        </Stack>
      </Group>
    </CodeStep>
  );
}

interface CodeStepProps {
  text: string;
  submit: string;
  /** Throws when the server refuses the code. */
  onCode(code: string): Promise<unknown>;
  onCancel(): void;
  /** Shown between the text and the field. */
  children?: ReactNode;
}

/** A current app code; a complete one is submitted at once. */
export function CodeStep({ text, submit, onCode, onCancel, children }: CodeStepProps) {
  const { t } = useTranslation();
  const form = useOneTimeCode({ onCode });
  return (
    <Flex component="form" direction="column" gap={16} onSubmit={form.submit} noValidate>
      <Box component="p" className={classes.text} c="dimmed">
        {text}
      </Box>
      {children}
      {form.message && <WaitMessage message={form.message} until={form.waitUntil} />}
      <CodeField {...form.bind} name="factorCode" label={t('ui.secondFactor.setup.code')} />
      <Buttons form={form} submit={submit} onCancel={onCancel} />
    </Flex>
  );
}

interface ButtonsProps {
  form: { busy: boolean; isHeld: boolean };
  submit: string;
  isDanger?: boolean;
  onCancel(): void;
}

export function Buttons({ form, submit, isDanger, onCancel }: ButtonsProps) {
  const { t } = useTranslation();
  return (
    <Flex className={classes.buttons} wrap="wrap" justify="flex-end" gap={12} mt={4}>
      <Button variant="default" onClick={onCancel}>
        {t('ui.common.cancel')}
      </Button>
      <SubmitButton form={form} color={isDanger ? 'red' : undefined}>
        {submit}
      </SubmitButton>
    </Flex>
  );
}

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
const fileName = 'docz-recovery-codes.txt';

interface RecoveryCodesProps {
  codes: string[];
  owner: Pick<Auth, 'userId' | 'displayName'>;
  onDone(): void;
}

/** Shown only once: copy, save or print before closing. */
export function RecoveryCodes({ codes, owner, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation();
  const { userId, displayName } = owner;
  const title = t('ui.secondFactor.codes.sheet', { user: userId, entity: displayName });
  const note = t('ui.secondFactor.codes.sheetNote');
  const { isCopied, copy } = useCopy(codes.join('\n'));
  const download = () => {
    const text = [title, '', ...codes, '', note, ''].join('\r\n');
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), fileName);
  };
  return (
    <Stack gap={16}>
      <Box component="p" className={classes.text} c="dimmed">
        {t('ui.secondFactor.codes.text')}
      </Box>
      <Box
        component="ol"
        className={`${classes.codes} ${classes.sheet} ${looks.plainList}`}
        ta="center"
        aria-label={t('ui.secondFactor.codes.list')}
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Box>
      <Paper title={title} codes={codes} note={note} />
      <Flex className={classes.keep} wrap="wrap" gap={8}>
        <Button
          variant="default"
          leftSection={isCopied ? <IconCheck {...icon} /> : <IconCopy {...icon} />}
          onClick={copy}
        >
          {t(isCopied ? 'ui.secondFactor.setup.copied' : 'ui.secondFactor.codes.copy')}
        </Button>
        <Button variant="default" leftSection={<IconDownload {...icon} />} onClick={download}>
          {t('ui.secondFactor.codes.download')}
        </Button>
        <Button variant="default" leftSection={<IconPrinter {...icon} />} onClick={() => window.print()}>
          {t('ui.secondFactor.codes.print')}
        </Button>
      </Flex>
      <Button fullWidth onClick={onDone} data-autofocus>
        {t('ui.secondFactor.codes.done')}
      </Button>
    </Stack>
  );
}

function CopyButton({ text, name }: { text: string; name: string }) {
  const { t } = useTranslation();
  const { isCopied, copy } = useCopy(text);
  const label = isCopied ? t('ui.secondFactor.setup.copied') : name;
  return (
    <IconButton
      Icon={isCopied ? IconCheck : IconCopy}
      iconSize={17}
      variant="default"
      size={36}
      label={label}
      onClick={copy}
    />
  );
}

/** Copies a text to the clipboard, which browsers offer in secure contexts only, and confirms it for a moment. */
function useCopy(text: string) {
  const { t } = useTranslation();
  const { copied, copy, error } = useClipboard();
  useEffect(() => {
    if (error) toast(t('ui.secondFactor.setup.copyFailed'), 'bad');
  }, [error, t]);
  return { isCopied: copied, copy: () => copy(text) };
}

/** Print-only content. Rendered outside the page, where no dialog moves or clips it. */
export function Paper({ title, codes, note }: { title: string; codes: string[]; note: string }) {
  return createPortal(
    <div className={classes.paper} aria-hidden>
      <p>{title}</p>
      <Box className={`${classes.codes} ${looks.plainList}`} ta="center">
        {codes.map((code) => (
          <code key={code}>{code}</code>
        ))}
      </Box>
      <p>{note}</p>
    </div>,
    document.body,
  );
}
