import { Button, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WaitMessage } from '@/components/form-message';
import { PublicCard, PublicFoot } from '@/components/public-card';
import { PublicFrame } from '@/components/public-frame';
import { fieldsOf } from '@/lib/api';
import { type DomainEntity, useHostEntity } from '@/lib/host-entity';
import { focusFirst, noErrors, useErrors, useSubmit } from '@/lib/submit';
import { t as now } from '@/lib/wording';
import classes from '../login.module.css';
import { EntityField } from '../place-fields';
import { askForLink } from './calls';

export function ForgotPage() {
  const { t } = useTranslation();
  const hostEntity = useHostEntity();
  const [sentTo, setSentTo] = useState('');
  return (
    <PublicFrame hostEntity={hostEntity}>
      {sentTo ? (
        <Sent userId={sentTo} onAgain={() => setSentTo('')} />
      ) : (
        <PublicCard
          title={t('ui.reset.forgotTitle')}
          text={t('ui.reset.forgotText')}
          banner={hostEntity?.banner}
        >
          <ForgotForm hostEntity={hostEntity} onSent={setSentTo} />
        </PublicCard>
      )}
      <BackToLogin />
    </PublicFrame>
  );
}

export function BackToLogin() {
  const { t } = useTranslation();
  return (
    <PublicFoot>
      <a className="text-link" href="/auth">
        {t('ui.reset.back')}
      </a>
    </PublicFoot>
  );
}

/** The same for every user id: nobody learns which users exist. */
function Sent({ userId, onAgain }: { userId: string; onAgain(): void }) {
  const { t } = useTranslation();
  return (
    <PublicCard
      icon={<IconMail size={22} stroke={1.75} aria-hidden />}
      title={t('ui.reset.sentTitle')}
      text={t('ui.reset.sentText', { userId })}
    >
      <p className="m-0 text-13 muted">{t('ui.reset.sentNone')}</p>
      <Button variant="default" fullWidth onClick={onAgain} data-autofocus>
        {t('ui.reset.sentAgain')}
      </Button>
    </PublicCard>
  );
}

interface Values {
  entityCode: string;
  userId: string;
}

interface FormProps {
  hostEntity: DomainEntity | null | undefined;
  onSent(userId: string): void;
}

function ForgotForm({ hostEntity, onSent }: FormProps) {
  const { t } = useTranslation();
  const { values, errors, form, set, submit, ...submission } = useForgot(hostEntity, onSent);
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      {submission.message && <WaitMessage message={submission.message} until={submission.waitUntil} />}
      {!hostEntity && (
        <EntityField
          value={values.entityCode}
          error={errors.entityCode}
          onChange={(entityCode) => set({ entityCode })}
        />
      )}
      <TextInput
        name="userId"
        label={t('ui.login.userId')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={values.userId}
        error={errors.userId}
        onChange={(event) => set({ userId: event.currentTarget.value })}
      />
      <Button type="submit" fullWidth loading={submission.busy} disabled={submission.isHeld}>
        {t('ui.reset.send')}
      </Button>
    </form>
  );
}

function useForgot(hostEntity: FormProps['hostEntity'], onSent: FormProps['onSent']) {
  const [typed, setTyped] = useState<Values>({ entityCode: '', userId: '' });
  const { errors, setErrors } = useErrors<keyof Values>();
  const submission = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const values = hostEntity ? { ...typed, entityCode: hostEntity.entityCode } : typed;

  const set = (patch: Partial<Values>) => {
    setTyped((before) => ({ ...before, ...patch }));
    setErrors(noErrors);
  };
  const show = (faults: () => Partial<Values>) => {
    setErrors(faults);
    return focusFirst(form.current, faults());
  };
  const missing = (): Partial<Values> => ({
    ...(!values.entityCode && { entityCode: now('message.select', { label: now('ui.login.entity') }) }),
    ...(!values.userId.trim() && { userId: now('message.enter', { label: now('ui.login.userId') }) }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    submission.clear();
    if (show(missing)) return;
    const userId = values.userId.trim();
    const ask = async () => {
      await askForLink({ ...values, userId });
      onSent(userId);
    };
    void submission.run(ask, (error) => show(() => fieldsOf(error)));
  };
  return { ...submission, values, errors, form, set, submit };
}
