import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@/lib/feedback';
import { useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import classes from '../account-security.module.css';
import { Section } from '../section';
import { type FactorStatus, factorStatus } from './calls';
import { Removal } from './removal';
import { Renewal } from './renewal';
import { Setup } from './setup';

const few = 3;

/** Without an app no code is needed, unless a role requires one: then it is sent by mail. */
const kindOf = ({ enrolled, required }: FactorStatus) => (enrolled ? 'on' : required ? 'mail' : 'off');

const pills = {
  on: { tone: 'ok', word: 'on' },
  mail: { tone: 'info', word: 'byMail' },
  off: { tone: 'off', word: 'off' },
} as const;

/** The authenticator app: set up, show, remove. */
export function SecondFactor() {
  const { t } = useTranslation();
  const { entityCode, userId } = useAuth();
  const client = useQueryClient();
  const [open, setOpen] = useState<'setup' | 'removal' | 'renewal'>();
  const queryKey = ['second-factor', entityCode, userId];
  const { data, isPending, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => factorStatus(signal),
  });
  const done = async (message: string) => {
    setOpen(undefined);
    toast(message);
    await client.invalidateQueries({ queryKey });
  };
  const pill = data && pills[kindOf(data)];
  return (
    <Section
      title={t('ui.secondFactor.title')}
      about={t('ui.secondFactor.about')}
      isPending={isPending}
      error={error}
      onRetry={() => void refetch()}
      action={
        pill && (
          <span className={classes.pill} data-tone={pill.tone}>
            {t(`ui.secondFactor.${pill.word}`)}
          </span>
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
    </Section>
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
    <div className={`${classes.state} row wrap between line-above`}>
      <div className={classes.words}>
        <p className="m-0">{t(`ui.secondFactor.${kindOf(status)}Text`)}</p>
        {enrolled && (
          <p className={`${classes.note} text-13 muted`} data-few={isFew || undefined}>
            {t('ui.secondFactor.left', { left })}
            {isFew && <> · {t('ui.secondFactor.few')}</>}
          </p>
        )}
      </div>
      {enrolled && (
        <Button variant="default" onClick={onRenew}>
          {t('ui.secondFactor.renew')}
        </Button>
      )}
      {/* A single button, so that the focus returns to it after a dialog that changed its action. */}
      <Button variant={enrolled ? 'default' : 'filled'} onClick={enrolled ? onRemove : onSetUp}>
        {t(enrolled ? 'ui.secondFactor.remove' : 'ui.secondFactor.setUp')}
      </Button>
    </div>
  );
}
