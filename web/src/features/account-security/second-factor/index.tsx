import { Box, Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '@/components/card';
import { Pill } from '@/components/pill';
import { toast } from '@/lib/feedback';
import { useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { CodeStep, RecoveryCodes } from '@/shared/authenticator';
import classes from '../account-security.module.css';
import { type FactorStatus, factorStatus, removeApp, renewCodes } from './calls';
import { PasswordStep, Setup, Window } from './setup';

const few = 3;

/** Without an app no code is needed, unless a role requires one: then it is sent by mail. */
const kindOf = ({ enrolled, required }: FactorStatus) => (enrolled ? 'on' : required ? 'mail' : 'off');

const pills = {
  on: { tone: 'ok', word: 'on' },
  mail: { tone: 'info', word: 'byMail' },
  off: { tone: 'neutral', word: 'off' },
} as const;

/** The authenticator app: set up, show, remove. */
export function SecondFactor() {
  const { t } = useTranslation();
  const { entityCode, userId } = useAuth();
  const client = useQueryClient();
  const [open, setOpen] = useState<'setup' | 'removal' | 'renewal'>();
  const queryKey = ['second-factor', entityCode, userId];
  const query = useQuery({ queryKey, queryFn: ({ signal }) => factorStatus(signal) });
  const { data } = query;
  const done = async (message: string) => {
    setOpen(undefined);
    toast(message);
    await client.invalidateQueries({ queryKey });
  };
  const pill = data && pills[kindOf(data)];
  return (
    <Card
      title={t('ui.secondFactor.title')}
      about={t('ui.secondFactor.about')}
      query={query}
      action={
        pill && (
          <Pill tone={pill.tone} isPlain>
            {t(`ui.secondFactor.${pill.word}`)}
          </Pill>
        )
      }
    >
      {data && (
        <State
          status={data}
          onSetUp={() => setOpen('setup')}
          onRemove={() => setOpen('removal')}
          onRenew={() => setOpen('renewal')}
        />
      )}
      <Setup
        opened={open === 'setup'}
        onClose={() => setOpen(undefined)}
        onDone={() => void done(t('ui.secondFactor.turnedOn'))}
      />
      <Renewal
        opened={open === 'renewal'}
        onClose={() => setOpen(undefined)}
        onDone={() => void done(t('ui.secondFactor.renewed'))}
      />
      <Removal
        opened={open === 'removal'}
        isRequired={data?.required ?? false}
        onClose={() => setOpen(undefined)}
        onDone={() => void done(t('ui.secondFactor.turnedOff'))}
      />
    </Card>
  );
}

interface StateProps {
  status: FactorStatus;
  onSetUp(): void;
  onRemove(): void;
  onRenew(): void;
}

function State({ status, onSetUp, onRemove, onRenew }: StateProps) {
  const { t } = useTranslation();
  const { enrolled, recoveryCodesLeft: left } = status;
  const isFew = left <= few;
  return (
    <Group className={`${classes.state} ${looks.lineAbove}`} justify="space-between">
      <Box flex="1 1 320px" miw={0}>
        <Text inherit>{t(`ui.secondFactor.${kindOf(status)}Text`)}</Text>
        {enrolled && (
          <Text className={classes.note} mt={4} fz="sm" data-few={isFew || undefined}>
            {t('ui.secondFactor.left', { left })}
            {isFew && <> · {t('ui.secondFactor.few')}</>}
          </Text>
        )}
      </Box>
      {enrolled && (
        <Button variant="default" onClick={onRenew}>
          {t('ui.secondFactor.renew')}
        </Button>
      )}
      {/* A single button, so that the focus returns to it after a dialog that changed its action. */}
      <Button variant={enrolled ? 'default' : 'filled'} onClick={enrolled ? onRemove : onSetUp}>
        {t(enrolled ? 'ui.secondFactor.remove' : 'ui.secondFactor.setUp')}
      </Button>
    </Group>
  );
}

interface Props {
  opened: boolean;
  isRequired: boolean;
  onClose(): void;
  onDone(): void;
}

function Removal({ opened, isRequired, onClose, onDone }: Props) {
  const { t } = useTranslation();
  return (
    <Window opened={opened} title={t('ui.secondFactor.removal.title')} onClose={onClose}>
      <PasswordStep
        text={t(isRequired ? 'ui.secondFactor.removal.mailText' : 'ui.secondFactor.removal.text')}
        submit={t('ui.secondFactor.remove')}
        isDanger
        onCancel={onClose}
        onPassword={async (password) => {
          await removeApp(password);
          onDone();
        }}
      />
    </Window>
  );
}

interface RenewalProps {
  opened: boolean;
  onClose(): void;
  /** The user has kept the new codes. */
  onDone(): void;
}

/** An app code, then new recovery codes that replace the old ones. */
export function Renewal({ opened, onClose, onDone }: RenewalProps) {
  const { t } = useTranslation();
  const owner = useAuth();
  const [codes, setCodes] = useState<string[]>();
  const finish = () => {
    setCodes(undefined);
    onDone();
  };
  return (
    <Window
      opened={opened}
      title={t(codes ? 'ui.secondFactor.codes.title' : 'ui.secondFactor.renewal.title')}
      must={codes !== undefined}
      onClose={onClose}
    >
      {codes ? (
        <RecoveryCodes codes={codes} owner={owner} onDone={finish} />
      ) : (
        <CodeStep
          text={t('ui.secondFactor.renewal.text')}
          submit={t('ui.secondFactor.renewal.submit')}
          onCode={async (code) => setCodes(await renewCodes(code))}
          onCancel={onClose}
        />
      )}
    </Window>
  );
}
