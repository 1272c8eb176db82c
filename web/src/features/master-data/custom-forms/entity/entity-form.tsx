import { Switch, Text } from '@mantine/core';
import { CustomSection, CustomSections, Note } from '@/components/custom-forms/custom-section';
import { ImageField } from '@/components/image-cropper';
import { useTranslation } from '@/lib/wording';
import { labelText } from '../../words';
import classes from '../custom-form.module.css';
import { Fields } from '../fields';
import type { CustomFormProps } from '../registry';
import { ThemeEditor } from './theme-editor';

const LOGO = { aspectRatio: 1, longestSide: 512 };
const BANNER = { aspectRatio: 4, longestSide: 1600 };

/** Entity Master: everything about the institution, in sections. */
export default function EntityForm(props: CustomFormProps) {
  const { t } = useTranslation();
  const { values } = props.form;
  const part = (name: string) => ({
    title: t(`ui.form.entity.${name}.title`),
    about: t(`ui.form.entity.${name}.about`),
  });
  const isSilent = values.emailNotification !== true && values.smsNotification !== true;
  const never = t('ui.form.entity.never');
  return (
    <CustomSections>
      <CustomSection {...part('identity')}>
        <Fields
          {...props}
          names={['entityName', 'displayName', 'entityType', 'referenceNoPrefix', 'status']}
          wide={['entityType']}
        />
      </CustomSection>
      <CustomSection {...part('address')}>
        <Fields {...props} names={['address1', 'address2', 'address3', 'postalCode', 'state']} wide={['address1']} />
      </CustomSection>
      <CustomSection {...part('brand')}>
        <Picture {...props} name="logo" settings={LOGO} />
        <Picture {...props} name="banner" settings={BANNER} />
        <ThemeEditor {...props} />
      </CustomSection>
      <CustomSection {...part('notifications')}>
        <Fields {...props} names={['emailNotification', 'smsNotification']} />
        {isSilent && <Note>{t('message.eitherEmailOrSms')}</Note>}
        <Fields
          {...props}
          names={['supportMailIdGroup', 'customerNotificationReminderDays', 'remarksMessage', 'remarksMessageTa']}
          wide={['remarksMessage', 'remarksMessageTa']}
          hints={{ customerNotificationReminderDays: t('ui.form.entity.reminderHint') }}
        />
      </CustomSection>
      <CustomSection {...part('retention')}>
        <Fields
          {...props}
          names={[
            'documentPurgingDays',
            'rejectDocumentsPurgeDays',
            'recordPurgeRequired',
            ...(values.recordPurgeRequired ? ['recordPurgeDays'] : []),
            'actionLogDays',
            'loginLogDays',
            'debugLogDays',
            'messageLogDays',
          ]}
          hints={{
            documentPurgingDays: never,
            rejectDocumentsPurgeDays: never,
            recordPurgeDays: t('ui.form.entity.recordHint'),
            actionLogDays: t('ui.form.entity.actionLogHint'),
            loginLogDays: t('ui.form.entity.loginLogHint'),
            debugLogDays: t('ui.form.entity.debugLogHint'),
            messageLogDays: t('ui.form.entity.messageLogHint'),
          }}
        />
      </CustomSection>
      <CustomSection {...part('dates')}>
        <Fields
          {...props}
          names={[
            'startDate',
            'expiryDate',
            'utcTimeZone',
            'transactionExpiryDays',
            'verificationLevels',
            'addressLinesRequired',
          ]}
          wide={['utcTimeZone']}
        />
      </CustomSection>
      <CustomSection {...part('integration')}>
        <Fields
          {...props}
          names={[
            'fileSharingIntegration',
            ...(values.fileSharingIntegration ? ['fileSharingUrl', 'fileSharingUser', 'fileSharingPassword'] : []),
            'driveIntegration',
            ...(values.driveIntegration ? ['driveKind', 'driveUrl', 'driveRegion', 'driveUser', 'driveSecret'] : []),
          ]}
          wide={['fileSharingIntegration', 'fileSharingUrl', 'driveIntegration', 'driveUrl']}
        />
      </CustomSection>
      <CustomSection {...part('security')}>
        <Fields {...props} names={['ssoEnabled']} wide={['ssoEnabled']} />
        <FourEyes {...props} />
        <Unused {...props} />
      </CustomSection>
    </CustomSections>
  );
}

const unused = ['samlToken', 'passwordSymmetricKey'];

/** Fields of the specification without a use: folded, unless one of them has an error. */
function Unused(props: CustomFormProps) {
  const { t } = useTranslation();
  const isOpen = unused.some((name) => props.form.errors[name]) || undefined;
  return (
    <details className={classes.folded} open={isOpen}>
      <summary>{t('ui.form.entity.unused')}</summary>
      <Text mb={12} fz="sm" c="dimmed">
        {t('ui.form.entity.unusedText')}
      </Text>
      <Fields {...props} names={unused} wide={unused} />
    </details>
  );
}

/** Without a choice, it is on for banks. */
function FourEyes({ definition, form, readOnly }: CustomFormProps) {
  const { t } = useTranslation();
  const { fourEyes, entityType } = form.values;
  return (
    <Switch
      data-field="fourEyes"
      label={labelText(t, definition.resource, 'fourEyes')}
      description={t('ui.form.entity.fourEyesHint')}
      checked={fourEyes === null || fourEyes === undefined ? entityType === 'Bank' : fourEyes === true}
      onChange={(event) => form.set({ fourEyes: event.currentTarget.checked })}
      error={form.errors.fourEyes}
      disabled={readOnly}
    />
  );
}

interface PictureProps extends CustomFormProps {
  name: 'logo' | 'banner';
  settings: { aspectRatio: number; longestSide: number };
}

function Picture({ definition, form, readOnly, name, settings }: PictureProps) {
  const { t } = useTranslation();
  const value = form.values[name];
  return (
    <ImageField
      data-field={name}
      label={labelText(t, definition.resource, name)}
      description={t(`ui.form.entity.${name}Hint`)}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={(picture) => form.set({ [name]: picture })}
      error={form.errors[name]}
      readOnly={readOnly}
      settings={settings}
    />
  );
}
