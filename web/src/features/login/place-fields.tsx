import { NativeSelect } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { setEntityType } from '@/lib/wording';
import { entities, tenants } from './directory';
import type { Credentials } from './log-in';
import { Retry } from './retry';
import { useLoaded } from './use-loaded';
import type { FieldName } from './use-login';

interface Props {
  values: Credentials;
  errors: Partial<Record<FieldName, string>>;
  set(patch: Partial<Credentials>): void;
}

/** Entity first; choosing one loads its tenants and brings its words. A choice of one is made already. */
export function PlaceFields({ values, errors, set }: Props) {
  const { t } = useTranslation();
  const { entityCode, tenantCode } = values;
  const entityList = useLoaded(entities);
  const load = useCallback(() => tenants(entityCode), [entityCode]);
  const tenantList = useLoaded(entityCode ? load : undefined);

  const choose = (code: string) => {
    set({ entityCode: code, tenantCode: '' });
    setEntityType(entityList.data?.find((entity) => entity.entityCode === code)?.entityType ?? '');
  };
  useOnlyOne(entityCode === '' && entityList.data?.map((entity) => entity.entityCode), choose);
  useOnlyOne(tenantCode === '' && tenantList.data?.map((tenant) => tenant.tenantCode), (code) =>
    set({ tenantCode: code }),
  );

  const entityOptions = (entityList.data ?? []).map(({ entityCode: value, displayName: label }) => ({
    value,
    label,
  }));
  const tenantOptions = (tenantList.data ?? []).map(({ tenantCode: value, tenantName: label }) => ({
    value,
    label,
  }));
  const arrows = <IconSelector size={16} stroke={1.75} aria-hidden />;
  const first = (label: string) => ({ value: '', label, disabled: true });
  return (
    <>
      <NativeSelect
        rightSection={arrows}
        name="entityCode"
        label={t('ui.login.entity')}
        value={entityCode}
        error={errors.entityCode}
        data={[first(t('ui.login.chooseEntity')), ...entityOptions]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {entityList.failed && <Retry onRetry={entityList.reload} />}
      <NativeSelect
        rightSection={arrows}
        name="tenantCode"
        label={t('ui.login.tenant')}
        value={tenantCode}
        error={errors.tenantCode}
        disabled={entityCode === ''}
        data={[first(t(entityCode ? 'ui.login.chooseTenant' : 'ui.login.entityFirst')), ...tenantOptions]}
        onChange={(event) => set({ tenantCode: event.currentTarget.value })}
      />
      {tenantList.failed && <Retry onRetry={tenantList.reload} />}
    </>
  );
}

function useOnlyOne(codes: string[] | undefined | false, choose: (code: string) => void) {
  const only = codes && codes.length === 1 ? codes[0] : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new list may choose by itself
  useEffect(() => {
    if (only) choose(only);
  }, [only]);
}
