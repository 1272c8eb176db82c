import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { NativeChoice } from '@/components/form';
import { tenants } from '@/lib/directory';
import { useLoaded } from '@/lib/loaded';
import { useOnlyOne } from '@/shared/entity-field';

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
