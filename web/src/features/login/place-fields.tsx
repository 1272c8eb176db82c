import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { NativeChoice } from '@/components/native-choice';
import { entities, tenants } from '@/lib/directory';
import { useLoaded } from '@/lib/loaded';
import { setEntityType } from '@/lib/wording';
import classes from './login.module.css';

interface EntityProps {
  value: string;
  error: string | undefined;
  onChange(entityCode: string): void;
}

/** Choosing an entity loads its words. A single option is preselected. */
export function EntityField({ value, error, onChange }: EntityProps) {
  const { t } = useTranslation();
  const { data, failed, reload } = useLoaded(entities);
  const choose = (code: string) => {
    onChange(code);
    setEntityType(data?.find(({ entityCode }) => entityCode === code)?.entityType ?? '');
  };
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

interface TenantProps {
  entityCode: string;
  value: string;
  error: string | undefined;
  onChange(tenantCode: string): void;
}

export function TenantField({ entityCode, value, error, onChange }: TenantProps) {
  const { t } = useTranslation();
  const load = useCallback(() => tenants(entityCode), [entityCode]);
  const { data, failed, reload } = useLoaded(entityCode ? load : undefined);
  useOnlyOne(value === '' && data?.map(({ tenantCode }) => tenantCode), onChange);
  return (
    <NativeChoice
      name="tenantCode"
      label={t('ui.login.tenant')}
      placeholder={t(entityCode ? 'ui.login.chooseTenant' : 'ui.login.entityFirst')}
      value={value}
      error={error}
      disabled={entityCode === ''}
      options={data?.map(({ tenantCode, tenantName }) => ({ value: tenantCode, label: tenantName }))}
      failed={failed}
      onChange={onChange}
      onRetry={reload}
    />
  );
}

function useOnlyOne(codes: string[] | undefined | false, choose: (code: string) => void) {
  const only = codes && codes.length === 1 ? codes[0] : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new list preselects an option
  useEffect(() => {
    if (only) choose(only);
  }, [only]);
}

export function Retry({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <p className={`${classes.failed} text-13 bad`} role="alert">
      {t('ui.login.loadFailed')}{' '}
      <button type="button" className="text-link" onClick={onRetry}>
        {t('ui.common.retry')}
      </button>
    </p>
  );
}
