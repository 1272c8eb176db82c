import { PasswordInput } from '@mantine/core';
import dayjs from 'dayjs';
import { Note } from '@/components/rich/note';
import { RichSection, RichSections } from '@/components/rich/rich-section';
import { useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import { CURRENT_PASSWORD } from '../../model/record';
import { Fields } from '../fields';
import type { RichFormProps } from '../types';
import { expiryHint } from './expiry';
import { PasswordMeter } from './password-meter';

/** User Master: who it is, where he works, and how he logs in. */
export default function UserForm(props: RichFormProps) {
  const { t } = useTranslation();
  const { form, readOnly } = props;
  const { userId } = useAuth();
  const isOwn = props.mode === 'edit' && props.record?.userId === userId;
  const password = typeof form.values.password === 'string' ? form.values.password : '';
  return (
    <RichSections>
      <RichSection title={t('ui.rich.user.person')}>
        <Fields
          {...props}
          names={['userId', 'designation', 'firstName', 'lastName', 'secondName', 'preferredName']}
        />
      </RichSection>
      <RichSection title={t('ui.rich.user.contact')}>
        <Fields
          {...props}
          names={['mailId', 'mobileNumber', 'alternateMobileNumber', 'userLanguage']}
          wide={['mailId']}
        />
      </RichSection>
      <RichSection title={t('ui.rich.user.work')} about={t('ui.rich.user.workAbout')}>
        <Fields
          {...props}
          names={['userType', 'defaultDepartmentCode', 'defaultTenantCode', 'defaultBranchCode']}
        />
      </RichSection>
      <RichSection title={t('ui.rich.user.access')}>
        <Fields {...props} names={['password']} wide={['password']} />
        {!readOnly && <PasswordMeter password={password} />}
        {isOwn && password && <CurrentPassword form={form} />}
        <Fields {...props} names={['status', 'expiryDate']} />
        <AccessHints {...props} />
      </RichSection>
    </RichSections>
  );
}

/** Who changes the own password proves to know the one that is in force. */
function CurrentPassword({ form }: Pick<RichFormProps, 'form'>) {
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

/** Says at once what the server would say to the user at the door. */
function AccessHints({ form }: RichFormProps) {
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
