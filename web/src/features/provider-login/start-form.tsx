import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormMessage, WaitMessage } from '@/components/form-message';
import { NativeChoice } from '@/components/native-choice';
import { PlainField } from '@/components/plain-field';
import { fieldsOf } from '@/lib/api';
import { entities } from '@/lib/directory';
import type { DomainEntity } from '@/lib/host-entity';
import { useLoaded } from '@/lib/loaded';
import { type Errors, focusFirst, noErrors, useErrors, useSubmit } from '@/lib/submit';
import { t as now, setEntityType } from '@/lib/wording';
import { type Pending, plainId, startLogin } from './calls';
import classes from './login.module.css';

interface Props {
  hostEntity: DomainEntity | null | undefined;
  linkFailed: boolean;
  onPending(pending: Pending): void;
}

type Faults = Errors<'entityCode' | 'userId'>;

export function StartForm({ hostEntity, linkFailed, onPending }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState('');
  const [userId, setUserId] = useState('');
  const { errors, setErrors } = useErrors<keyof Faults>();
  const { message, waitUntil, isHeld, busy, run } = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const entityCode = hostEntity?.entityCode ?? chosen;

  const show = (faults: () => Faults) => {
    setErrors(faults);
    return focusFirst(form.current, faults());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = () => ({
      ...(!entityCode && { entityCode: now('message.select', { label: now('ui.login.entity') }) }),
      ...(!userId.trim() && { userId: now('message.enter', { label: now('ui.provider.userId') }) }),
    });
    if (show(missing)) return;
    const start = async () => onPending(await startLogin({ entityCode, userId: plainId(userId) }));
    void run(start, (error) => show(() => fieldsOf(error)));
  };
  return (
    <form ref={form} className={`${classes.form} grid gap-16`} onSubmit={submit} noValidate>
      {linkFailed && !message && <FormMessage>{t('ui.provider.linkGone')}</FormMessage>}
      {message && <WaitMessage message={message} until={waitUntil} />}
      {!hostEntity && (
        <EntityChoice
          value={chosen}
          error={errors.entityCode}
          onChange={(code) => {
            setChosen(code);
            setErrors(noErrors);
          }}
        />
      )}
      <PlainField
        name="userId"
        label={t('ui.provider.userId')}
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="send"
        value={userId}
        error={errors.userId}
        onChange={(event) => {
          setUserId(event.currentTarget.value);
          setErrors(noErrors);
        }}
      />
      <Button type="submit" fullWidth loading={busy} disabled={isHeld}>
        {t('ui.provider.sendCode')}
      </Button>
    </form>
  );
}

interface ChoiceProps {
  value: string;
  error: string | undefined;
  onChange(entityCode: string): void;
}

/** For addresses shared by several entities. Choosing one loads its words; a single option is preselected. */
function EntityChoice({ value, error, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const { data, failed, reload } = useLoaded(entities);
  const choose = (code: string) => {
    onChange(code);
    setEntityType(data?.find(({ entityCode }) => entityCode === code)?.entityType ?? '');
  };
  const only = data?.length === 1 ? data[0]?.entityCode : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new list preselects an option
  useEffect(() => {
    if (only) choose(only);
  }, [only]);
  return (
    <NativeChoice
      name="entityCode"
      label={t('ui.login.entity')}
      placeholder={t('ui.login.chooseEntity')}
      value={value}
      error={error}
      options={data?.map(({ entityCode, displayName }) => ({ value: entityCode, label: displayName }))}
      failed={failed}
      onChange={choose}
      onRetry={reload}
    />
  );
}
