import { Box, Flex, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm, WaitMessage } from '@/components/form';
import { PasswordField } from '@/components/form/password-field';
import type { Enrolment } from '@/lib/second-factor';
import { useAuth } from '@/lib/session';
import { useIsPhone } from '@/lib/width';
import { useTranslation } from '@/lib/wording';
import { Buttons, RecoveryCodes, ScanStep } from '@/shared/authenticator';
import classes from '../account-security.module.css';
import { confirmApp, enrol } from './calls';

interface Props {
  opened: boolean;
  onClose(): void;
  /** The app is active and its recovery codes are kept. */
  onDone(): void;
}

/** Password, QR code, recovery codes: one step after another. */
export function Setup({ opened, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const owner = useAuth();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [codes, setCodes] = useState<string[]>();
  const step = codes ? 3 : enrolment ? 2 : 1;
  const reset = () => {
    setEnrolment(undefined);
    setCodes(undefined);
  };
  const close = () => {
    reset();
    onClose();
  };
  const finish = () => {
    reset();
    onDone();
  };
  return (
    <Window
      opened={opened}
      title={t(codes ? 'ui.secondFactor.codes.title' : 'ui.secondFactor.setup.title')}
      sub={t('ui.secondFactor.setup.step', { step })}
      must={step === 3}
      onClose={close}
    >
      {step === 1 && (
        <PasswordStep
          text={t('ui.secondFactor.setup.password')}
          submit={t('ui.common.next')}
          onCancel={close}
          onPassword={async (password) => setEnrolment(await enrol(password))}
        />
      )}
      {step === 2 && enrolment && (
        <ScanStep enrolment={enrolment} onCode={async (code) => setCodes(await confirmApp(code))} onCancel={close} />
      )}
      {codes && <RecoveryCodes codes={codes} owner={owner} onDone={finish} />}
    </Window>
  );
}

interface PasswordStepProps {
  text: string;
  submit: string;
  isDanger?: boolean;
  /** Throws when the server refuses the password. */
  onPassword(password: string): Promise<unknown>;
  onCancel(): void;
}

/** An open session does not prove its owner is present: ask for the password. */
export function PasswordStep({ text, onPassword, ...buttons }: PasswordStepProps) {
  const { t } = useTranslation();
  const form = useForm({
    blank: { password: '' },
    check: ({ password }) => (password ? {} : { password: t('message.passwordRequired') }),
    run: ({ password }) => onPassword(password),
  });
  const { root } = form;
  useEffect(() => root.current?.querySelector('input')?.focus(), [root]);
  return (
    <form ref={root} onSubmit={form.submit} noValidate>
      <Stack gap={16}>
        <Box component="p" className={classes.text} c="dimmed">
          {text}
        </Box>
        {form.message && <WaitMessage message={form.message} until={form.waitUntil} />}
        <PasswordField {...form.choice('password')} label={t('ui.login.password')} autoComplete="current-password" />
        <Buttons form={form} {...buttons} />
      </Stack>
    </form>
  );
}

interface WindowProps {
  opened: boolean;
  title: string;
  sub?: string;
  /** Content shown only once must not be lost to a stray click or key. */
  must?: boolean;
  onClose(): void;
  children: ReactNode;
}

/** The dialog of this card; full screen on phones. */
export function Window({ opened, title, sub, must, onClose, children }: WindowProps) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      centered
      size={480}
      fullScreen={isPhone}
      closeOnClickOutside={false}
      closeOnEscape={!must}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content radius={isPhone ? 0 : 'lg'}>
        <Modal.Body className={classes.body} p={{ base: 16, sm: 24 }}>
          <Flex className={classes.secondFactorHead} justify="space-between" align="flex-start" gap={12}>
            <div>
              {sub && (
                <Text fz="xs" c="dimmed">
                  {sub}
                </Text>
              )}
              <Modal.Title className={classes.title} fw={600} lh={1.4}>
                {title}
              </Modal.Title>
            </div>
            {!must && <Modal.CloseButton aria-label={t('ui.common.close')} size={36} iconSize={20} />}
          </Flex>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
