import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CustomSection, CustomSections, Note } from '@/components/custom-forms/custom-section';
import { call } from '@/lib/api';
import { useTranslation } from '@/lib/wording';
import { Fields } from '../fields';
import type { CustomFormProps } from '../registry';
import { StoredTest } from '../stored-test';

/** The default port of each kind of encryption. */
const PORTS: Record<string, string> = { None: '25', StartTls: '587', Tls: '465' };

/** Email Configuration: the mail server, the sender, and the credentials. */
export default function EmailForm(props: CustomFormProps) {
  const { t } = useTranslation();
  const { form, readOnly } = props;
  const { security, port } = form.values;
  const usual = typeof security === 'string' ? PORTS[security] : undefined;
  return (
    <CustomSections>
      <CustomSection title={t('ui.form.email.server')} about={t('ui.form.email.serverAbout')}>
        <Fields {...props} names={['host', 'port', 'security']} wide={['security']} />
        {usual && !readOnly && port !== usual && (
          <Group>
            <Button variant="default" size="xs" onClick={() => form.set({ port: usual })}>
              {t('ui.form.email.usePort', { port: usual })}
            </Button>
          </Group>
        )}
        {security === 'None' && <Note>{t('ui.form.email.plain')}</Note>}
      </CustomSection>
      <CustomSection title={t('ui.form.email.signIn')} about={t('ui.form.email.signInAbout')}>
        <Fields {...props} names={['userName', 'password']} />
      </CustomSection>
      <CustomSection title={t('ui.form.email.sender')} about={t('ui.form.email.senderAbout')}>
        <Fields {...props} names={['fromAddress', 'fromName']} />
      </CustomSection>
      {props.mode === 'edit' && !readOnly && (
        <CustomSection title={t('ui.form.email.test.title')} about={t('ui.form.email.test.about')}>
          <MailTest isDirty={form.isDirty()} />
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
function MailTest({ isDirty }: { isDirty: boolean }) {
  const { t } = useTranslation();
  const [to, setTo] = useState('');
  const send = async () => {
    const { data } = await call<TestResult>({
      area: 'admin',
      resource: 'emailconfig/test',
      operation: 'S',
      body: { to: to.trim() },
      failure: 'inline',
      success: 'none',
    });
    return { key: data.record?.isSent ? 'ok' : 'bad', answer: data.record?.answer };
  };
  return (
    <StoredTest words="ui.form.email.test" isDirty={isDirty} isReady={to.trim() !== ''} run={send}>
      <TextInput
        label={t('ui.form.email.test.to')}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
        inputMode="email"
        autoComplete="off"
      />
    </StoredTest>
  );
}
