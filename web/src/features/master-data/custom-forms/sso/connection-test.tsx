import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { FormMessage, WaitMessage } from '@/components/form-message';
import { call } from '@/lib/api';
import { useSubmit } from '@/lib/submit';
import { useTranslation } from '@/lib/wording';

/** Tests the stored server including its secret; the server answers with one of a few codes. */
async function testConnection(appCode: string): Promise<string> {
  const { data } = await call<{ outcome: string }>({
    area: 'sms',
    resource: 'ssoconfiguration/test',
    operation: 'U',
    body: { appCode },
    failure: 'inline',
    success: 'none',
  });
  return data.record?.outcome ?? 'answer';
}

interface Props {
  appCode: string;
  /** Unsaved changes would not be tested. */
  isDirty: boolean;
}

export function ConnectionTest({ appCode, isDirty }: Props) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState('');
  const submission = useSubmit();
  const test = () => {
    setOutcome('');
    void submission.run(
      async () => setOutcome(await testConnection(appCode)),
      () => false,
    );
  };
  return (
    <>
      <Group>
        <Button
          variant="default"
          loading={submission.busy}
          disabled={submission.isHeld || isDirty}
          onClick={test}
        >
          {t('ui.rich.sso.test.button')}
        </Button>
      </Group>
      {isDirty && <p>{t('ui.rich.sso.test.saveFirst')}</p>}
      {submission.message && <WaitMessage message={submission.message} until={submission.waitUntil} />}
      {outcome && !isDirty && (
        <FormMessage tone={outcome === 'ok' ? 'ok' : 'bad'}>{t(`ui.rich.sso.test.${outcome}`)}</FormMessage>
      )}
    </>
  );
}
