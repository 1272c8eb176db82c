import { Button, Group } from '@mantine/core';
import { CustomSection, CustomSections, Note } from '@/components/custom-forms/custom-section';
import { useTranslation } from '@/lib/wording';
import { Fields } from '../fields';
import type { CustomFormProps } from '../registry';

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
      <CustomSection title={t('ui.rich.email.server')} about={t('ui.rich.email.serverAbout')}>
        <Fields {...props} names={['host', 'port', 'security']} wide={['security']} />
        {usual && !readOnly && port !== usual && (
          <Group>
            <Button variant="default" size="xs" onClick={() => form.setFieldValue('port', usual)}>
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
    </CustomSections>
  );
}
