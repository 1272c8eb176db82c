import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FormMessage, useSubmit, WaitMessage } from '@/components/form';
import { useTranslation } from '@/lib/wording';

interface Outcome {
  /** `ok`, or what went wrong: a key of the texts. */
  key: string;
  answer?: string;
}

interface Props {
  /** The path of the texts. */
  words: string;
  /** Unsaved changes would not be tested. */
  isDirty: boolean;
  isReady?: boolean;
  run(): Promise<Outcome>;
  children?: ReactNode;
}

/** Tests the stored settings against the external server, and shows its answer. */
export function StoredTest({ words, isDirty, isReady = true, run, children }: Props) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const submission = useSubmit();
  const test = () => {
    setOutcome(null);
    void submission.run(async () => setOutcome(await run()));
  };
  return (
    <>
      {children}
      <Group>
        <Button
          variant="default"
          loading={submission.busy}
          disabled={submission.isHeld || isDirty || !isReady}
          onClick={test}
        >
          {t(`${words}.button`)}
        </Button>
      </Group>
      {isDirty && <p>{t(`${words}.saveFirst`)}</p>}
      {submission.message && <WaitMessage message={submission.message} until={submission.waitUntil} />}
      {outcome && !isDirty && (
        <FormMessage tone={outcome.key === 'ok' ? 'ok' : 'bad'}>
          {t(`${words}.${outcome.key}`, { answer: outcome.answer })}
        </FormMessage>
      )}
    </>
  );
}
