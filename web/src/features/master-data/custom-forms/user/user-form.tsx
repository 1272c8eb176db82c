import { Box, Input, PasswordInput, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconCheck, IconPointFilled } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { CustomSection, CustomSections, Note } from '@/components/custom-forms/custom-section';
import { passwordFault } from '@/lib/password';
import { useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { CURRENT_PASSWORD, SEND_INVITATION } from '../../model/record';
import classes from '../custom-form.module.css';
import { Fields } from '../fields';
import type { CustomFormProps } from '../registry';
import { UserBranches, UserRoles } from './user-access';

/** User Master: identity, workplace with roles and branches, and login. */
export default function UserForm(props: CustomFormProps) {
  const { t } = useTranslation();
  const { form } = props;
  const { userId } = useAuth();
  const isOwn = props.mode === 'edit' && props.record?.userId === userId;
  const password = typeof form.values.password === 'string' ? form.values.password : '';
  return (
    <CustomSections>
      <CustomSection title={t('ui.form.user.person')}>
        <Fields {...props} names={['userId', 'designation', 'firstName', 'lastName', 'secondName', 'preferredName']} />
      </CustomSection>
      <CustomSection title={t('ui.form.user.contact')}>
        <Fields
          {...props}
          names={['mailId', 'mobileNumber', 'alternateMobileNumber', 'userLanguage']}
          wide={['mailId']}
        />
      </CustomSection>
      <CustomSection title={t('ui.form.user.work')} about={t('ui.form.user.workAbout')}>
        <Fields {...props} names={['userType', 'defaultDepartmentCode', 'defaultTenantCode', 'defaultBranchCode']} />
        <UserBranches {...props} />
        <UserRoles {...props} />
      </CustomSection>
      <CustomSection title={t('ui.form.user.access')}>
        <FirstLogin {...props} password={password} />
        {isOwn && password && <CurrentPassword form={form} />}
        <Fields {...props} names={['status', 'expiryDate']} />
        <AccessHints {...props} />
      </CustomSection>
    </CustomSections>
  );
}

/** A new user is invited, or is given a password; a stored one keeps the password unless another is typed. */
function FirstLogin({ password, ...props }: CustomFormProps & { password: string }) {
  const { t } = useTranslation();
  const { form, mode, record, readOnly } = props;
  const isNew = mode !== 'edit';
  const isInvited = form.values[SEND_INVITATION] !== false;
  return (
    <>
      {isNew && (
        <Input.Wrapper
          label={t('ui.form.user.howToLogIn')}
          labelElement="div"
          description={t(isInvited ? 'ui.form.user.invitationAbout' : 'ui.form.user.passwordAbout')}
          inputWrapperOrder={['label', 'input', 'description']}
        >
          <SegmentedControl
            fullWidth
            aria-label={t('ui.form.user.howToLogIn')}
            data={[
              { value: 'invitation', label: t('ui.form.user.byInvitation') },
              { value: 'password', label: t('ui.form.user.byPassword') },
            ]}
            value={isInvited ? 'invitation' : 'password'}
            onChange={(value) => form.set({ [SEND_INVITATION]: value === 'invitation', password: '' })}
          />
        </Input.Wrapper>
      )}
      {!isNew && record?.passwordSet === false && <Note>{t('ui.form.user.waiting')}</Note>}
      {!(isNew && isInvited) && (
        <>
          <Fields {...props} names={['password']} wide={['password']} />
          {!readOnly && <PasswordMeter password={password} />}
        </>
      )}
    </>
  );
}

/** Changing one's own password requires the current one. */
function CurrentPassword({ form }: Pick<CustomFormProps, 'form'>) {
  const { t } = useTranslation();
  const typed = form.values[CURRENT_PASSWORD];
  return (
    <PasswordInput
      data-field={CURRENT_PASSWORD}
      label={t('ui.form.user.currentPassword')}
      description={t('ui.form.user.currentPasswordAbout')}
      autoComplete="current-password"
      value={typeof typed === 'string' ? typed : ''}
      error={form.errors[CURRENT_PASSWORD]}
      visibilityToggleButtonProps={{ 'aria-label': t('ui.master.secret.show') }}
      onChange={(event) => form.set({ [CURRENT_PASSWORD]: event.currentTarget.value })}
    />
  );
}

/** Shows in advance what the server would tell the user at login. */
function AccessHints({ form }: CustomFormProps) {
  const { t } = useTranslation();
  const { expiryDate, status } = form.values;
  const expiry = expiryHint(typeof expiryDate === 'string' ? expiryDate : null, dayjs().format('YYYY-MM-DD'));
  const hints = [
    ...(status === 'InActive' ? [t('ui.form.user.inactive')] : []),
    ...(expiry ? [t(`ui.form.user.${expiry.key}`, { count: expiry.days })] : []),
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

/** The rules, ticked off while typing, and how strong the password is. */
function PasswordMeter({ password }: { password: string }) {
  const { t } = useTranslation();
  const strength = password ? strengthOf(password) : null;
  const level = strength ? STRENGTHS.indexOf(strength) + 1 : 0;
  return (
    <Stack gap={8}>
      <div className={classes.bars} data-strength={strength ?? undefined} aria-hidden>
        {STRENGTHS.map((each, at) => (
          <span key={each} data-on={at < level || undefined} />
        ))}
      </div>
      <Text fz="xs" c="dimmed" role="status">
        {strength ? t(`ui.form.user.strength.${strength}`) : t('ui.form.user.rules')}
      </Text>
      <Box component="ul" className={`${classes.rules} ${looks.plainList}`} fz="xs" c="dimmed">
        {PASSWORD_RULES.map((rule) => {
          const holds = rule.holds(password);
          const Icon = holds ? IconCheck : IconPointFilled;
          return (
            <li key={rule.key} data-holds={holds || undefined}>
              <Icon size={14} role="img" aria-label={t(holds ? 'ui.form.user.met' : 'ui.form.user.open')} />
              {t(`ui.form.user.rule.${rule.key}`)}
            </li>
          );
        })}
      </Box>
    </Stack>
  );
}

/** The spec's password rules one by one, for a list ticked off while typing. */
export const PASSWORD_RULES: { key: string; holds: (password: string) => boolean }[] = [
  { key: 'length', holds: (password) => [...password].length >= 7 && [...password].length < 20 },
  { key: 'letter', holds: (password) => /\p{Alphabetic}/u.test(password) },
  { key: 'number', holds: (password) => /[0-9]/.test(password) },
  { key: 'special', holds: (password) => /[^\p{Alphabetic}\p{N}\s]/u.test(password) },
];

const STRENGTHS = ['weak', 'fair', 'good', 'strong'] as const;
type Strength = (typeof STRENGTHS)[number];

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /[0-9]/, /[^\p{Alphabetic}\p{N}\s]/u];

/** Strength beyond the rules: how many different characters of how many kinds. A broken rule always means weak. */
export function strengthOf(password: string): Strength {
  if (passwordFault(password)) return 'weak';
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  const points = new Set(password).size + (kinds - 2) * 2;
  if (points >= 16) return 'strong';
  return points >= 12 ? 'good' : 'fair';
}

const DAY = 86_400_000;
const SOON_DAYS = 30;

/** Whether a user has expired, or will soon. The last day is still valid. */
export function expiryHint(expiry: string | null, today: string): { key: 'expired' | 'soon'; days: number } | null {
  if (!expiry) return null;
  const days = Math.round((Date.parse(expiry) - Date.parse(today)) / DAY);
  if (Number.isNaN(days) || days > SOON_DAYS) return null;
  return { key: days < 0 ? 'expired' : 'soon', days };
}
