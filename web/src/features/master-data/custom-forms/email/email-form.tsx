import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CustomSection, CustomSections, Note } from '@/components/custom-forms/custom-section';
import { FormMessage, useSubmit, WaitMessage } from '@/components/form';
import { call } from '@/lib/api';
import { useTranslation } from '@/lib/wording';
import { startValues, toBody } from '../../model/record';
import { Fields } from '../fields';
import type { CustomFormProps } from '../registry';

/** The default port of each kind of encryption. */
const PORTS: Record<string, string> = { None: '25', StartTls: '587', Tls: '465' };

/** True when there are unsaved changes. */
function isChanged({ definition, form, record }: CustomFormProps) {
  const wire = (values: typeof form.values) => JSON.stringify(toBody(definition, values));
  return wire(form.values) !== wire(startValues(definition, 'edit', record));
}

/** Email Configuration: the mail server, the sender, and the credentials. */
export default function EmailForm(props: CustomFormProps) {
  const { t } = useTranslation();
  const { form, readOnly } = props;
  const { security, port } = form.values;
  const usual = typeof security === 'string' ? PORTS[security] : undefined;
  return (
    <CustomSections>
      <CustomSection title={t('ui.rich.email.server')} about={t('ui.rich.email.serverAbout')}>
        <Fields {...props} names={['host', 'port', 'security']} wide={['security']} />
        {usual && !readOnly && port !== usual && (
          <Group>
            <Button variant="default" size="xs" onClick={() => form.set({ port: usual })}>
              {t('ui.rich.email.usePort', { port: usual })}
            </Button>
          </Group>
        )}
        {security === 'None' && <Note>{t('ui.rich.email.plain')}</Note>}
      </CustomSection>
      <CustomSection title={t('ui.rich.email.signIn')} about={t('ui.rich.email.signInAbout')}>
        <Fields {...props} names={['userName', 'password']} />
      </CustomSection>
      <CustomSection title={t('ui.rich.email.sender')} about={t('ui.rich.email.senderAbout')}>
        <Fields {...props} names={['fromAddress', 'fromName']} />
      </CustomSection>
      {props.mode === 'edit' && !readOnly && (
        <CustomSection title={t('ui.rich.email.test.title')} about={t('ui.rich.email.test.about')}>
          <MailTest isDirty={isChanged(props)} />
        </CustomSection>
      )}
    </CustomSections>
  );
}

interface TestResult {
  isSent: boolean;
  answer: string;
}

/** Sends a message through the stored server and shows what the server answers. */
export function MailTest({ isDirty }: { isDirty: boolean }) {
  const { t } = useTranslation();
  const [to, setTo] = useState('');
  const [result, setResult] = useState<TestResult | null>(null);
  const submission = useSubmit();
  const send = async () => {
    const { data } = await call<TestResult>({
      area: 'admin',
      resource: 'emailconfig/test',
      operation: 'S',
      body: { to: to.trim() },
      failure: 'inline',
      success: 'none',
    });
    setResult(data.record ?? null);
  };
  const test = () => {
    setResult(null);
    void submission.run(send);
  };
  return (
    <>
      <TextInput
        label={t('ui.rich.email.test.to')}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
        inputMode="email"
        autoComplete="off"
      />
      <Group>
        <Button
          variant="default"
          loading={submission.busy}
          disabled={submission.isHeld || isDirty || to.trim() === ''}
          onClick={test}
        >
          {t('ui.rich.email.test.button')}
        </Button>
      </Group>
      {isDirty && <p>{t('ui.rich.email.test.saveFirst')}</p>}
      {submission.message && <WaitMessage message={submission.message} until={submission.waitUntil} />}
      {result && !isDirty && (
        <FormMessage tone={result.isSent ? 'ok' : 'bad'}>
          {t(`ui.rich.email.test.${result.isSent ? 'ok' : 'bad'}`, { answer: result.answer })}
        </FormMessage>
      )}
    </>
  );
}
