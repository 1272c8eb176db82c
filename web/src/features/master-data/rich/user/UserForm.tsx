import dayjs from 'dayjs';
import { Note } from '@/components/rich/Note';
import { RichSection, RichSections } from '@/components/rich/RichSection';
import { useTranslation } from '@/lib/wording';
import { Fields } from '../Fields';
import type { RichFormProps } from '../types';
import { expiryHint } from './expiry';
import { PasswordMeter } from './PasswordMeter';

/** User Master: who it is, where he works, and how he logs in. */
export default function UserForm(props: RichFormProps) {
  const { t } = useTranslation();
  const { form, readOnly } = props;
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
        <Fields {...props} names={['status', 'expiryDate']} />
        <AccessHints {...props} />
      </RichSection>
    </RichSections>
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
