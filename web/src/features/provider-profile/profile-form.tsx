import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormMessage, WaitMessage } from '@/components/form-message';
import { PlainChoice, PlainField } from '@/components/plain-field';
import { type Language, useAuth } from '@/lib/session';
import { ConfirmAddress } from './confirm-address';
import type { Changeable, Profile } from './profile';
import classes from './profile.module.css';
import { useProfileForm } from './use-profile-form';

interface Props {
  first: Profile;
  onReload(): void;
}

export function ProfileForm({ first, onReload }: Props) {
  const { t } = useTranslation();
  const form = useProfileForm(first);
  if (form.pending) {
    return (
      <ConfirmAddress
        pending={form.pending}
        onAgain={form.sendAgain}
        onDone={form.confirmed}
        onLater={form.keepOld}
      />
    );
  }
  return (
    <form ref={form.form} className="card" onSubmit={form.submit} noValidate>
      <div className={classes.body}>
        {form.isRestored && <FormMessage tone="info">{t('ui.provider.restored')}</FormMessage>}
        {form.isConfirmed && !form.message && (
          <FormMessage tone="ok">{t('ui.provider.confirmed')}</FormMessage>
        )}
        {form.message && (
          <div>
            <WaitMessage message={form.message} until={form.waitUntil} />
            {form.isStale && (
              <Button variant="default" mt={8} onClick={onReload}>
                {t('ui.provider.reload')}
              </Button>
            )}
          </div>
        )}
        <NameFields form={form} />
        <ReachFields form={form} />
      </div>
      <div className={`${classes.foot} flex at-end gap-8 line-above`}>
        {form.isChanged && (
          <Button variant="default" onClick={form.undo}>
            {t('ui.provider.undo')}
          </Button>
        )}
        <Button type="submit" loading={form.busy} disabled={!form.isChanged || form.isHeld}>
          {t('ui.provider.saveChanges')}
        </Button>
      </div>
    </form>
  );
}

type Form = ReturnType<typeof useProfileForm>;

function NameFields({ form }: { form: Form }) {
  const { t } = useTranslation();
  return (
    <section className={classes.section}>
      <h2 className={`${classes.heading} text-15 strong`}>{t('ui.provider.name')}</h2>
      <div className={`${classes.grid} pair align-top gap-16`}>
        <ProfileText form={form} name="firstName" required autoComplete="given-name" />
        <ProfileText form={form} name="secondName" autoComplete="additional-name" />
        <ProfileText form={form} name="lastName" required autoComplete="family-name" />
      </div>
    </section>
  );
}

function ReachFields({ form }: { form: Form }) {
  const { t } = useTranslation();
  const { displayName: entity } = useAuth();
  const { profile, values, errors } = form;
  return (
    <section className={classes.section}>
      <h2 className={`${classes.heading} text-15 strong`}>{t('ui.provider.reach')}</h2>
      <div className={`${classes.grid} pair align-top gap-16`}>
        <PlainField
          label={t('field.customerusermaster.userId')}
          hint={t('ui.provider.userIdHint', { entity })}
          value={profile.userId}
          readOnly
        />
        <ProfileText form={form} name="mailId" autoComplete="email" inputMode="email" max={128} />
        <ProfileText form={form} name="mobileNumber" autoComplete="tel" inputMode="tel" max={15} />
        <PlainChoice
          name="userLanguage"
          label={t('field.customerusermaster.userLanguage')}
          hint={t('ui.provider.languageHint')}
          value={values.userLanguage}
          error={errors.userLanguage}
          options={['en', 'ta'].map((value) => ({ value, label: t(`option.userLanguage.${value}`) }))}
          onChange={(value) => form.set({ userLanguage: value as Language })}
        />
      </div>
    </section>
  );
}

interface TextProps {
  form: Form;
  name: Exclude<keyof Changeable, 'userLanguage'>;
  autoComplete: string;
  inputMode?: 'tel' | 'email';
  required?: boolean;
  max?: number;
}

function ProfileText({ form, name, max = 50, ...input }: TextProps) {
  const { t } = useTranslation();
  return (
    <PlainField
      {...input}
      name={name}
      label={t(`field.customerusermaster.${name}`)}
      maxLength={max}
      value={form.values[name]}
      error={form.errors[name]}
      onChange={(event) => form.set({ [name]: event.currentTarget.value })}
    />
  );
}
