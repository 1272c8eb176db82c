import { type FormEvent, useMemo, useRef, useState } from 'react';
import { ApiError, fieldsOf } from '@/lib/api';
import { session } from '@/lib/session';
import { type Errors, focusFirst, noErrors, useErrors, useSubmit } from '@/lib/submit';
import { useUnsaved } from '@/lib/unsaved';
import { setLanguage, t } from '@/lib/wording';
import { type Changeable, changeable, type PendingAddress, type Profile, saveProfile } from './profile';

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
