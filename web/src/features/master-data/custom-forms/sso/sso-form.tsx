import { Button, Group } from '@mantine/core';
import { CustomSection, CustomSections, Note } from '@/components/custom-forms/custom-section';
import { useTranslation } from '@/lib/wording';
import { startValues, toBody } from '../../model/record';
import { Fields } from '../fields';
import type { CustomFormProps } from '../types';
import { ConnectionTest } from './connection-test';
import { NamedText } from './named-text';

const PROTOCOLS = ['LDAP', 'OIDC', 'SAML'] as const;
type Protocol = (typeof PROTOCOLS)[number];

const PORTS: Record<Protocol, string> = { LDAP: '636', OIDC: '443', SAML: '443' };
/** LDAP without encryption. */
const OPEN_PORT = '389';

/** True when there are unsaved changes. */
function isChanged({ definition, form, record }: CustomFormProps) {
  const wire = (values: typeof form.values) => JSON.stringify(toBody(definition, values));
  return wire(form.values) !== wire(startValues(definition, 'edit', record));
}

/** SSO Configuration: the same fields mean something else in each protocol, and are labelled accordingly. */
export default function SsoForm(props: CustomFormProps) {
  const { t } = useTranslation();
  const { form, readOnly } = props;
  const protocol = PROTOCOLS.find((each) => each === form.values.protocol) ?? null;
  const text = (name: string) => ({
    label: protocol ? t(`ui.rich.sso.${protocol}.${name}.label`) : undefined,
    hint: protocol ? t(`ui.rich.sso.${protocol}.${name}.hint`) : undefined,
  });
  const port = protocol && PORTS[protocol];
  const saved =
    props.mode === 'edit' && typeof props.record?.appCode === 'string' ? props.record.appCode : '';
  const { hostName, portNumber } = form.values;
  const host = hostName && portNumber ? `${hostName}:${portNumber}` : '';
  return (
    <CustomSections>
      <CustomSection
        title={t('ui.rich.sso.provider')}
        about={protocol ? t(`ui.rich.sso.${protocol}.about`) : t('ui.rich.sso.choose')}
      >
        <Fields {...props} names={['appCode', 'protocol']} wide={['protocol']} />
        {protocol === 'SAML' && <Note>{t('message.samlNotOffered')}</Note>}
      </CustomSection>
      <CustomSection title={t('ui.rich.sso.server')}>
        <NamedText {...props} name="hostName" {...text('hostName')} />
        <Fields {...props} names={['portNumber', 'ipAddress']} />
        {port && !readOnly && form.values.portNumber !== port && (
          <Group>
            <Button variant="default" size="xs" onClick={() => form.setFieldValue('portNumber', port)}>
              {t('ui.rich.sso.usePort', { port })}
            </Button>
          </Group>
        )}
        {protocol === 'LDAP' && <Fields {...props} names={['security']} />}
        {protocol === 'OIDC' && <NamedText {...props} name="issuerPath" {...text('issuerPath')} />}
        {protocol === 'LDAP' && form.values.portNumber === OPEN_PORT && <Note>{t('ui.rich.sso.plain')}</Note>}
      </CustomSection>
      <CustomSection title={t('ui.rich.sso.naming')}>
        <NamedText {...props} name="dnName" {...text('dnName')} />
        <NamedText {...props} name="cnName" {...text('cnName')} />
        {protocol === 'LDAP' && (
          <>
            <NamedText {...props} name="userAttribute" {...text('userAttribute')} />
            <NamedText {...props} name="serviceDn" {...text('serviceDn')} />
          </>
        )}
        {protocol !== 'SAML' && <NamedText {...props} name="clientSecret" {...text('clientSecret')} />}
      </CustomSection>
      {saved && !readOnly && (
        <CustomSection title={t('ui.rich.sso.test.title')} about={t('ui.rich.sso.test.about')}>
          <ConnectionTest appCode={saved} isDirty={isChanged(props)} />
        </CustomSection>
      )}
      <CustomSection title={t('ui.rich.sso.access')} about={t('ui.rich.sso.switchOn')}>
        <Fields {...props} names={['ssoOnly']} hints={{ ssoOnly: t('ui.rich.sso.ssoOnlyHint') }} />
        {host && <Note>{t('ui.rich.sso.outbound', { host })}</Note>}
      </CustomSection>
    </CustomSections>
  );
}
