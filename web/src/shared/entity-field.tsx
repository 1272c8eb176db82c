import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { NativeChoice } from '@/components/form';
import { type Entity, entities } from '@/lib/directory';
import { createStore } from '@/lib/feedback';
import { useLoaded } from '@/lib/loaded';
import { setEntityType } from '@/lib/wording';

interface Props {
  value: string;
  error: string | undefined;
  onChange(entityCode: string): void;
}

const chosen = createStore<Entity | null>(null);

/** What the frame of a page shows: the entity chosen in its form, otherwise that of the host. */
export const useShownEntity = <Host,>(hostEntity: Host) => chosen.use() ?? hostEntity;

/** Choosing an entity loads its words and shows its logo. A single option is preselected. */
export function EntityField({ value, error, onChange }: Props) {
  const { t } = useTranslation();
  const { data, failed, reload } = useLoaded(entities);
  const choose = (code: string) => {
    onChange(code);
    setEntityType(data?.find(({ entityCode }) => entityCode === code)?.entityType ?? '');
  };
  useEffect(() => {
    if (data) chosen.set(data.find(({ entityCode }) => entityCode === value) ?? null);
  }, [data, value]);
  useOnlyOne(value === '' && data?.map(({ entityCode }) => entityCode), choose);
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

/** A single option is preselected. */
export function useOnlyOne(codes: string[] | undefined | false, choose: (code: string) => void) {
  const only = codes && codes.length === 1 ? codes[0] : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new list preselects an option
  useEffect(() => {
    if (only) choose(only);
  }, [only]);
}
