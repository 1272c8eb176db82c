import { Button } from '@mantine/core';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormMessage, WaitMessage } from '@/components/form-message';
import { PlainChoice, PlainField } from '@/components/plain-field';
import { ApiError, fieldsOf } from '@/lib/api';
import { type Language, session, useAuth } from '@/lib/session';
import { type Errors, focusFirst, noErrors, useErrors, useSubmit } from '@/lib/submit';
import { useUnsaved } from '@/lib/unsaved';
import { setLanguage, t } from '@/lib/wording';
import { ConfirmAddress } from './confirm-address';
import { type Changeable, changeable, type PendingAddress, type Profile, saveProfile } from './profile';
import classes from './profile.module.css';

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
      <div className={`${classes.body} grid p-24 gap-24`}>
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
      <div className={`${classes.foot} py-16 px-24 flex at-end gap-8 line-above`}>
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
      <h2 className="m-0 mb-12 text-15 strong">{t('ui.provider.name')}</h2>
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
      <h2 className="m-0 mb-12 text-15 strong">{t('ui.provider.reach')}</h2>
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

type Faults = Errors<keyof Changeable>;

const required = ['firstName', 'lastName'] as const;

/** The greeting and the language follow the saved profile. */
async function follow(saved: Profile) {
  const auth = session.auth();
  if (!auth) return;
  session.setAuth({ ...auth, userName: saved.firstName, userLanguage: saved.userLanguage });
  if (saved.userLanguage !== auth.userLanguage) await setLanguage(saved.userLanguage);
}

export function useProfileForm(first: Profile) {
  const unsaved = useUnsaved('SD-CUS-001', 'profile');
  const restored = useMemo(() => unsaved.restore() as Changeable | undefined, [unsaved]);
  const [profile, setProfile] = useState(first);
  const [values, setValues] = useState<Changeable>(() => restored ?? changeable(first));
  const { errors, setErrors } = useErrors<keyof Changeable>();
  const [isStale, setIsStale] = useState(false);
  const [pending, setPending] = useState<PendingAddress | null>(null);
  const [isConfirmed, setIsConfirmed] = useState(false);
  const submission = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const isChanged = JSON.stringify(values) !== JSON.stringify(changeable(profile));

  const set = (patch: Partial<Changeable>) => {
    const next = { ...values, ...patch };
    setValues(next);
    unsaved.keep({ ...next });
    setErrors(noErrors);
  };
  const reset = (to: Profile) => {
    setProfile(to);
    setValues(changeable(to));
    setErrors(noErrors);
    unsaved.forget();
  };
  const show = (faults: () => Faults) => {
    setErrors(faults);
    return focusFirst(form.current, faults());
  };
  const missing = (): Faults =>
    Object.fromEntries(
      required
        .filter((name) => !values[name].trim())
        .map((name) => [name, t('message.enter', { label: t(`field.customerusermaster.${name}`) })]),
    );
  const save = async (wanted: Changeable = values) => {
    const { saved, pending: asked } = await saveProfile(wanted, profile.versionNumber);
    reset(saved);
    setPending(asked);
    setIsConfirmed(false);
    await follow(saved);
  };
  const confirmed = (saved: Profile) => {
    reset(saved);
    setPending(null);
    setIsConfirmed(true);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged || show(missing)) return;
    void submission.run(
      () => save(),
      (error) => {
        setIsStale(error instanceof ApiError && error.status === 409 && !error.hasFields);
        return show(() => fieldsOf(error));
      },
    );
  };
  const undo = () => reset(profile);
  return {
    ...submission,
    profile,
    values,
    errors,
    isChanged,
    isStale,
    pending,
    isConfirmed,
    /** Another code for the same address. */
    sendAgain: () => save(pending?.wanted),
    confirmed,
    keepOld: () => setPending(null),
    isRestored: restored !== undefined && isChanged,
    form,
    set,
    undo,
    submit,
  };
}
