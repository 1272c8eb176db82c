import { Skeleton, Switch } from '@mantine/core';
import { type CellSet, withCells } from '@/components/custom-forms/matrix';
import { LoadFailed } from '@/components/load-failed';
import { useTranslation } from '@/lib/wording';
import { Part } from './part';
import classes from './sign-in-policy.module.css';
import { useRoles } from './use-policy';

interface Props {
  chosen: CellSet;
  isDisabled: boolean;
  onChange(chosen: CellSet): void;
}

export function Roles({ chosen, isDisabled, onChange }: Props) {
  const { t } = useTranslation();
  const roles = useRoles();
  return (
    <Part title={t('ui.signInPolicy.roles.title')} about={t('ui.signInPolicy.roles.about')}>
      {roles.isPending && <Skeleton height={160} radius="md" />}
      {roles.error && <LoadFailed error={roles.error} onRetry={() => void roles.refetch()} />}
      {roles.data?.length === 0 && (
        <p className={`${classes.none} m-0 muted centered`}>{t('ui.signInPolicy.roles.none')}</p>
      )}
      <ul className={`${classes.roles} plain-list`}>
        {roles.data?.map(({ roleCode, roleDesc }) => (
          <li key={roleCode}>
            <Switch
              classNames={{
                body: `${classes.role} between gap-16`,
                labelWrapper: 'grow',
                label: classes.roleName,
              }}
              labelPosition="left"
              label={
                <>
                  <span>{roleDesc || roleCode}</span> <span className="text-12 muted">{roleCode}</span>
                </>
              }
              checked={chosen.has(roleCode)}
              disabled={isDisabled}
              onChange={(event) => onChange(withCells(chosen, [roleCode], event.currentTarget.checked))}
            />
          </li>
        ))}
      </ul>
    </Part>
  );
}
