import { PasswordInput } from '@mantine/core';
import dayjs from 'dayjs';
import { CustomSection, CustomSections, Note } from '@/components/custom-forms/custom-section';
import { useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import { CURRENT_PASSWORD } from '../../model/record';
import { Fields } from '../fields';
import type { CustomFormProps } from '../types';
import { expiryHint } from './expiry';
import { PasswordMeter } from './password-meter';

/** User Master: identity, workplace, and login. */
export default function UserForm(props: CustomFormProps) {
  const { t } = useTranslation();
  const { form, readOnly } = props;
  const { userId } = useAuth();
  const isOwn = props.mode === 'edit' && props.record?.userId === userId;
  const password = typeof form.values.password === 'string' ? form.values.password : '';
  return (
    <CustomSections>
      <CustomSection title={t('ui.rich.user.person')}>
        <Fields
          {...props}
          names={['userId', 'designation', 'firstName', 'lastName', 'secondName', 'preferredName']}
        />
      </CustomSection>
      <CustomSection title={t('ui.rich.user.contact')}>
        <Fields
          {...props}
          names={['mailId', 'mobileNumber', 'alternateMobileNumber', 'userLanguage']}
          wide={['mailId']}
        />
      </CustomSection>
      <CustomSection title={t('ui.rich.user.work')} about={t('ui.rich.user.workAbout')}>
        <Fields
          {...props}
          names={['userType', 'defaultDepartmentCode', 'defaultTenantCode', 'defaultBranchCode']}
        />
      </CustomSection>
      <CustomSection title={t('ui.rich.user.access')}>
        <Fields {...props} names={['password']} wide={['password']} />
        {!readOnly && <PasswordMeter password={password} />}
        {isOwn && password && <CurrentPassword form={form} />}
        <Fields {...props} names={['status', 'expiryDate']} />
        <AccessHints {...props} />
      </CustomSection>
    </CustomSections>
  );
}

/** Changing one's own password requires the current one. */
function CurrentPassword({ form }: Pick<CustomFormProps, 'form'>) {
  const { t } = useTranslation();
  const typed = form.values[CURRENT_PASSWORD];
  return (
    <PasswordInput
      data-field={CURRENT_PASSWORD}
      label={t('ui.rich.user.currentPassword')}
      description={t('ui.rich.user.currentPasswordAbout')}
      autoComplete="current-password"
      value={typeof typed === 'string' ? typed : ''}
      error={form.errors[CURRENT_PASSWORD]}
      visibilityToggleButtonProps={{ 'aria-label': t('ui.master.secret.show') }}
      onChange={(event) => form.setFieldValue(CURRENT_PASSWORD, event.currentTarget.value)}
    />
  );
}

/** Shows in advance what the server would tell the user at login. */
function AccessHints({ form }: CustomFormProps) {
  const { t } = useTranslation();
  const { expiryDate, status } = form.values;
  const expiry = expiryHint(typeof expiryDate === 'string' ? expiryDate : null, dayjs().format('YYYY-MM-DD'));
  const hints = [
    ...(status === 'InActive' ? [t('ui.rich.user.inactive')] : []),
    ...(expiry ? [t(`ui.rich.user.${expiry.key}`, { count: expiry.days })] : []),
  ];
  if (hints.length === 0) return null;
  return (
    <Note>
      {hints.map((hint) => (
        <div key={hint}>{hint}</div>
      ))}
    </Note>
  );
}
