import { Box, Button, Center, Flex, Loader, Modal } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubmit, WaitMessage } from '@/components/form';
import type { Challenge } from '@/lib/second-factor';
import { FactorForm, useFactorCode } from '@/shared/factor-code';
import classes from './step-up.module.css';
import { endStepUp, startStepUp, unanswered } from './use-step-up';

interface Props {
  onDone(): void;
  onCancel(): void;
}

/** Starts a challenge, or resumes an unanswered one, and asks for its code. */
export function Ask({ onDone, onCancel }: Props) {
  const { t } = useTranslation();
  const [left] = useState(unanswered.get);
  const [challenge, setChallenge] = useState(left?.challenge);
  const { message, waitUntil, isHeld, busy, run } = useSubmit();
  const begin = async () => {
    const next = await startStepUp();
    unanswered.begin(next);
    setChallenge(next);
  };
  const begun = useRef(left !== null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts once; after that the user restarts it
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void run(begin);
  }, []);
  if (challenge) {
    const tries = left?.tries ?? 0;
    return <Code challenge={challenge} tries={tries} onAgain={begin} onDone={onDone} onCancel={onCancel} />;
  }
  return (
    <>
      <Box component="p" className={classes.text} c="dimmed">
        {t('ui.stepUp.text')}
      </Box>
      {message && <WaitMessage message={message} until={waitUntil} />}
      {!message && (
        <Flex component="p" align="center" gap={8} m={0} c="dimmed">
          <Loader size={18} /> {t('ui.stepUp.starting')}
        </Flex>
      )}
      <Flex justify="flex-end" gap={12} mt={8}>
        <Button variant="default" onClick={onCancel} data-autofocus>
          {t('ui.common.cancel')}
        </Button>
        <Button disabled={!message || isHeld} loading={busy} onClick={() => void run(begin)}>
          {t('ui.common.retry')}
        </Button>
      </Flex>
    </>
  );
}

type CodeProps = Props & { challenge: Challenge; tries: number; onAgain(): Promise<void> };

function Code({ challenge, tries, onAgain, onDone, onCancel }: CodeProps) {
  const { t } = useTranslation();
  const verify = async (code: string) => {
    unanswered.countTry();
    await endStepUp(challenge.factorRef, code);
    unanswered.end();
    onDone();
  };
  const factor = useFactorCode({ challenge, tries, onVerify: verify, onAgain });
  return (
    <>
      <Box component="p" className={classes.text} c="dimmed">
        {t('ui.stepUp.text')} {factor.lead}
      </Box>
      <FactorForm
        factor={factor}
        submit={t('ui.stepUp.confirm')}
        beside={
          <Button variant="default" onClick={onCancel}>
            {t('ui.common.cancel')}
          </Button>
        }
      />
    </>
  );
}

/** Drawers and other dialogs use z-index 200, their dropdowns 300. */
const above = 320;

/** Rendered closed first: a dialog that starts open does not record where the focus was. */
export function Question({ isOpen, onAnswer }: { isOpen: boolean; onAnswer(yes: boolean): void }) {
  const { t } = useTranslation();
  const [isDrawn, setIsDrawn] = useState(false);
  useLayoutEffect(() => setIsDrawn(true), []);
  return (
    <Modal.Root
      opened={isOpen && isDrawn}
      onClose={() => onAnswer(false)}
      centered
      size={420}
      zIndex={above}
      // The user looks up the code in another window; a click on the way back must not close the question.
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content radius="lg">
        <Modal.Body className={classes.body} p={24}>
          <Center component="span" w={44} h={44} c="var(--brand-text)" bg="var(--brand-tint)" bdrs="var(--radius-card)">
            <IconShieldLock size={22} stroke={1.75} aria-hidden />
          </Center>
          <Modal.Title className={classes.title} fw={600} lh={1.4}>
            {t('ui.stepUp.title')}
          </Modal.Title>
          <Ask onDone={() => onAnswer(true)} onCancel={() => onAnswer(false)} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
