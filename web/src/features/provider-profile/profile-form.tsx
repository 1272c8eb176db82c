import { Button, Flex, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CodeField,
  FormMessage,
  missing,
  PlainChoice,
  PlainField,
  SubmitButton,
  useForm,
  useOneTimeCode,
  useSubmit,
  WaitMessage,
} from '@/components/form';
import { ApiError } from '@/lib/api';
import { clockText, useCountdown } from '@/lib/countdown';
import { type Language, session, useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useUnsaved } from '@/lib/unsaved';
import { setLanguage, t } from '@/lib/wording';
import { type Changeable, changeable, confirmAddress, type PendingAddress, type Profile, saveProfile } from './profile';
import classes from './profile.module.css';

export function ProfileForm({ first, onReload }: { first: Profile; onReload(): void }) {
  const { t } = useTranslation();
  const form = useProfileForm(first);
  if (form.pending) {
    return (
      <ConfirmAddress pending={form.pending} onAgain={form.sendAgain} onDone={form.confirmed} onLater={form.keepOld} />
    );
  }
  return (
    <form ref={form.root} className={looks.card} onSubmit={form.submit} noValidate>
      <Stack className={classes.body} gap={24}>
        {form.isRestored && <FormMessage tone="info">{t('ui.provider.restored')}</FormMessage>}
        {form.isConfirmed && !form.message && <FormMessage tone="ok">{t('ui.provider.confirmed')}</FormMessage>}
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
      </Stack>
      <Flex className={`${classes.foot} ${looks.lineAbove}`} justify="flex-end" gap={8}>
        {form.isChanged && (
          <Button variant="default" onClick={form.undo}>
            {t('ui.provider.undo')}
          </Button>
        )}
        <SubmitButton form={form} disabled={!form.isChanged}>
          {t('ui.provider.saveChanges')}
        </SubmitButton>
      </Flex>
    </form>
  );
}

type Form = ReturnType<typeof useProfileForm>;

function NameFields({ form }: { form: Form }) {
  const { t } = useTranslation();
  return (
    <section className={classes.section}>
      <Text component="h2" mb={12} fz="lg" fw={600}>
        {t('ui.provider.name')}
      </Text>
      <div className={looks.fields}>
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
  return (
    <section className={classes.section}>
      <Text component="h2" mb={12} fz="lg" fw={600}>
        {t('ui.provider.reach')}
      </Text>
      <div className={looks.fields}>
        <PlainField
          label={t('field.customerusermaster.userId')}
          hint={t('ui.provider.userIdHint', { entity })}
          value={form.profile.userId}
          readOnly
        />
        <ProfileText form={form} name="mailId" autoComplete="email" inputMode="email" max={128} />
        <ProfileText form={form} name="mobileNumber" autoComplete="tel" inputMode="tel" max={15} />
        <PlainChoice
          {...form.choice('userLanguage')}
          label={t('field.customerusermaster.userLanguage')}
          hint={t('ui.provider.languageHint')}
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
  return <PlainField {...input} {...form.text(name)} label={t(`field.customerusermaster.${name}`)} maxLength={max} />;
}

const required = ['firstName', 'lastName'] as const;

/** The greeting and the language follow the saved profile. */
async function follow(saved: Profile) {
  const auth = session.auth();
  if (!auth) return;
  session.setAuth({ ...auth, userName: saved.firstName, userLanguage: saved.userLanguage });
  if (saved.userLanguage !== auth.userLanguage) await setLanguage(saved.userLanguage);
}

function useProfileForm(first: Profile) {
  const unsaved = useUnsaved('SD-CUS-001', 'profile');
  const [profile, setProfile] = useState(first);
  const [isStale, setIsStale] = useState(false);
  const [pending, setPending] = useState<PendingAddress | null>(null);
  const [isConfirmed, setIsConfirmed] = useState(false);
  const save = async (wanted: Changeable) => {
    const { saved, pending: asked } = await saveProfile(wanted, profile.versionNumber);
    reset(saved);
    setPending(asked);
    setIsConfirmed(false);
    await follow(saved);
  };
  const form = useForm<Changeable>({
    blank: () => changeable(first),
    unsaved,
    check: (values) =>
      missing(
        required.filter((name) => !values[name].trim()),
        (name) => t(`field.customerusermaster.${name}`),
      ),
    run: save,
    onFailed: (error) => {
      setIsStale(error instanceof ApiError && error.status === 409 && !error.hasFields);
      return false;
    },
  });
  const reset = (to: Profile) => {
    setProfile(to);
    form.restart(changeable(to));
  };
  const isChanged = form.isDirty();
  return {
    ...form,
    profile,
    isChanged,
    isStale,
    pending,
    isConfirmed,
    /** Another code for the same address. */
    sendAgain: () => save(pending?.wanted ?? form.values),
    confirmed: (saved: Profile) => {
      reset(saved);
      setPending(null);
      setIsConfirmed(true);
    },
    keepOld: () => setPending(null),
    isRestored: form.isRestored && isChanged,
    undo: () => reset(profile),
  };
}

interface Props {
  pending: PendingAddress;
  onAgain(): Promise<void>;
  onDone(saved: Profile): void;
  onLater(): void;
}

/** Asks for the code sent to the new address; until it is entered the old address stays. */
function ConfirmAddress({ pending, onAgain, onDone, onLater }: Props) {
  const { t } = useTranslation();
  const left = useCountdown(pending.goodUntil);
  const wait = useCountdown(pending.resendAt);
  const asking = useSubmit();
  const code = useOneTimeCode({
    round: pending.otpRef,
    isEager: false,
    onCode: async (otp) => onDone(await confirmAddress(pending.otpRef, otp)),
  });
  const said = asking.message ? asking : code;
  return (
    <form className={looks.card} onSubmit={code.submit} noValidate>
      <Stack className={classes.body} gap={24}>
        <section className={classes.section}>
          <Text component="h2" mb={12} fz="lg" fw={600}>
            {t('ui.provider.confirmTitle')}
          </Text>
          <p>{t('ui.provider.confirmText', { to: pending.maskedTo })}</p>
          {said.message && <WaitMessage message={said.message} until={said.waitUntil} />}
          <CodeField
            {...code.bind}
            name="otp"
            label={t('ui.provider.code')}
            className=""
            hint={left > 0 ? t('ui.provider.goodFor', { time: clockText(left) }) : t('ui.provider.codeOver')}
          />
          <button
            type="button"
            className={looks.textLink}
            disabled={wait > 0 || asking.busy || code.busy}
            onClick={() => {
              code.clear();
              void asking.run(onAgain);
            }}
          >
            {wait > 0 ? t('ui.provider.resendIn', { time: clockText(wait) }) : t('ui.provider.resend')}
          </button>
        </section>
      </Stack>
      <Flex className={`${classes.foot} ${looks.lineAbove}`} justify="flex-end" gap={8}>
        <Button variant="default" onClick={onLater}>
          {t('ui.provider.confirmLater')}
        </Button>
        <SubmitButton form={code}>{t('ui.provider.confirm')}</SubmitButton>
      </Flex>
    </form>
  );
}
