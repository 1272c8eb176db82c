import { Button, Group } from '@mantine/core';
import { CustomSection, CustomSections, Note } from '@/components/custom-forms/custom-section';
import { call } from '@/lib/api';
import { useTranslation } from '@/lib/wording';
import { SecretField, TextField } from '../../form/inputs/text-field';
import { fieldOf, isSecret } from '../../model/definition';
import { labelText } from '../../words';
import { Fields } from '../fields';
import type { CustomFormProps } from '../registry';
import { StoredTest } from '../stored-test';

const PROTOCOLS = ['LDAP', 'OIDC', 'SAML'] as const;
type Protocol = (typeof PROTOCOLS)[number];

const PORTS: Record<Protocol, string> = { LDAP: '636', OIDC: '443', SAML: '443' };
/** LDAP without encryption. */
const OPEN_PORT = '389';

/** SSO Configuration: the same fields mean something else in each protocol, and are labelled accordingly. */
export default function SsoForm(props: CustomFormProps) {
  const { t } = useTranslation();
  const { form, readOnly } = props;
  const protocol = PROTOCOLS.find((each) => each === form.values.protocol) ?? null;
  const text = (name: string) => ({
    label: protocol ? t(`ui.form.sso.${protocol}.${name}.label`) : undefined,
    hint: protocol ? t(`ui.form.sso.${protocol}.${name}.hint`) : undefined,
  });
  const port = protocol && PORTS[protocol];
  const saved = props.mode === 'edit' && typeof props.record?.appCode === 'string' ? props.record.appCode : '';
  const { hostName, portNumber } = form.values;
  const host = hostName && portNumber ? `${hostName}:${portNumber}` : '';
  return (
    <CustomSections>
      <CustomSection
        title={t('ui.form.sso.provider')}
        about={protocol ? t(`ui.form.sso.${protocol}.about`) : t('ui.form.sso.choose')}
      >
        <Fields {...props} names={['appCode', 'protocol']} wide={['protocol']} />
        {protocol === 'SAML' && <Note>{t('message.samlNotOffered')}</Note>}
      </CustomSection>
      <CustomSection title={t('ui.form.sso.server')}>
        <NamedText {...props} name="hostName" {...text('hostName')} />
        <Fields {...props} names={['portNumber', 'ipAddress']} />
        {port && !readOnly && form.values.portNumber !== port && (
          <Group>
            <Button variant="default" size="xs" onClick={() => form.set({ portNumber: port })}>
              {t('ui.form.sso.usePort', { port })}
            </Button>
          </Group>
        )}
        {protocol === 'LDAP' && <Fields {...props} names={['security']} />}
        {protocol === 'OIDC' && <NamedText {...props} name="issuerPath" {...text('issuerPath')} />}
        {protocol === 'LDAP' && form.values.portNumber === OPEN_PORT && <Note>{t('ui.form.sso.plain')}</Note>}
      </CustomSection>
      <CustomSection title={t('ui.form.sso.naming')}>
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
        <CustomSection title={t('ui.form.sso.test.title')} about={t('ui.form.sso.test.about')}>
          <StoredTest words="ui.form.sso.test" isDirty={form.isDirty()} run={() => testConnection(saved)} />
        </CustomSection>
      )}
      <CustomSection title={t('ui.form.sso.access')} about={t('ui.form.sso.switchOn')}>
        <Fields {...props} names={['ssoOnly']} hints={{ ssoOnly: t('ui.form.sso.ssoOnlyHint') }} />
        {host && <Note>{t('ui.form.sso.outbound', { host })}</Note>}
      </CustomSection>
    </CustomSections>
  );
}

interface NamedTextProps extends CustomFormProps {
  name: string;
  /** Defaults to the field's own label. */
  label?: string;
  hint?: string;
}

/** A text field whose label depends on another field. */
function NamedText({ definition, form, record, readOnly, name, label, hint }: NamedTextProps) {
  const { t } = useTranslation();
  const field = fieldOf(definition, name);
  const value = form.values[name];
  if (!field) return null;
  const text = typeof value === 'string' ? value : '';
  const shown = label ?? labelText(t, definition.resource, name);
  const error = form.errors[name];
  const all = {
    // One line is enough for a name of any length.
    field: { ...field, max: 0 },
    label: shown,
    description: hint,
    value: text,
    onChange: (next: string) => form.set({ [name]: next }),
    onBlur: () => form.checkOne(name),
    // The error uses the label shown here.
    error: error && text.trim() === '' ? t('message.enter', { label: shown }) : error,
    locked: readOnly,
  };
  if (isSecret(field)) return <SecretField {...all} isSet={record?.[`${name}Set`] === true} />;
  return <TextField {...all} />;
}

/** Tests the stored server including its secret; the server answers with one of a few codes. */
async function testConnection(appCode: string) {
  const { data } = await call<{ outcome: string }>({
    area: 'sms',
    resource: 'ssoconfiguration/test',
    operation: 'U',
    body: { appCode },
    failure: 'inline',
    success: 'none',
  });
  return { key: data.record?.outcome ?? 'answer' };
}
