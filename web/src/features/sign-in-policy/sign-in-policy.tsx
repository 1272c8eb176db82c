import { Box, Skeleton, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Card } from '@/components/card';
import { SaveBar } from '@/components/custom-forms/custom-section';
import { type CellSet, MatrixGrid, withCells } from '@/components/custom-forms/matrix-grid';
import { LoadFailed } from '@/components/empty-state';
import { useDefinitions } from '@/lib/definitions';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { actions, type Draft, groupsOf, usePolicy, useRoles } from './policy';
import classes from './sign-in-policy.module.css';

/** Which roles need a second factor, and which actions must be confirmed again. */
export function SignInPolicy() {
  const policy = usePolicy();
  const { saved, draft, isSaving } = policy;
  if (policy.isPending) {
    return (
      <Stack gap={16}>
        <Skeleton height={220} radius={12} />
        <Skeleton height={360} radius={12} />
      </Stack>
    );
  }
  if (!saved || !draft) return <LoadFailed error={policy.error} onRetry={() => void policy.refetch()} />;
  return (
    <>
      <Roles chosen={draft.roles} isDisabled={isSaving} onChange={(roles) => policy.change({ ...draft, roles })} />
      <Sensitive
        draft={draft}
        saved={saved}
        isDisabled={isSaving}
        onChange={(cells) => policy.change({ ...draft, cells })}
      />
      <SaveBar count={policy.count} isSaving={isSaving} onDiscard={policy.discard} onSave={() => void policy.save()} />
    </>
  );
}

interface Props {
  chosen: CellSet;
  isDisabled: boolean;
  onChange(chosen: CellSet): void;
}

export function Roles({ chosen, isDisabled, onChange }: Props) {
  const { t } = useTranslation();
  const roles = useRoles();
  return (
    <Card title={t('ui.signInPolicy.roles.title')} about={t('ui.signInPolicy.roles.about')}>
      {roles.isPending && <Skeleton height={160} radius="md" />}
      {roles.error && <LoadFailed error={roles.error} onRetry={() => void roles.refetch()} />}
      {roles.data?.length === 0 && (
        <Text py={24} ta="center" c="dimmed" inherit>
          {t('ui.signInPolicy.roles.none')}
        </Text>
      )}
      <ul className={`${classes.roles} ${looks.plainList}`}>
        {roles.data?.map(({ roleCode, roleDesc }) => (
          <li key={roleCode}>
            <Switch
              classNames={{ body: classes.role, labelWrapper: classes.grow, label: classes.roleName }}
              labelPosition="left"
              label={
                <>
                  <span>{roleDesc || roleCode}</span>{' '}
                  <Box component="span" fz="xs" c="dimmed">
                    {roleCode}
                  </Box>
                </>
              }
              checked={chosen.has(roleCode)}
              disabled={isDisabled}
              onChange={(event) => onChange(withCells(chosen, [roleCode], event.currentTarget.checked))}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface SensitiveProps {
  draft: Draft;
  saved: Draft;
  isDisabled: boolean;
  onChange(cells: CellSet): void;
}

function Sensitive({ draft, saved, isDisabled, onChange }: SensitiveProps) {
  const { t } = useTranslation();
  const [q, setQ] = useState('');
  const { data: kinds, isPending, error, refetch } = useDefinitions();
  // Based on the saved state: removing a mark must not remove its row.
  const groups = useMemo(() => groupsOf(kinds ?? [], saved, q, t), [kinds, saved, q, t]);
  const columns = actions.map((action) => ({ id: action, title: t(`ui.signInPolicy.sensitive.${action}`) }));
  return (
    <Card title={t('ui.signInPolicy.sensitive.title')} about={t('ui.signInPolicy.sensitive.about')}>
      <TextInput
        className={classes.search}
        mb={12}
        aria-label={t('ui.signInPolicy.sensitive.find')}
        placeholder={t('ui.signInPolicy.sensitive.find')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={q}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      {isPending && <Skeleton height={320} radius="md" />}
      {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {kinds && groups.length === 0 && (
        <Text py={24} ta="center" c="dimmed" inherit role="status">
          {t('message.noRecords')}
        </Text>
      )}
      {groups.length > 0 && (
        <MatrixGrid
          label={t('ui.signInPolicy.sensitive.grid')}
          corner={t('ui.signInPolicy.sensitive.corner')}
          groups={groups}
          columns={columns}
          cells={draft.cells}
          saved={saved.cells}
          readOnly={isDisabled}
          onToggle={(names, isOn) => onChange(withCells(draft.cells, names, isOn))}
        />
      )}
    </Card>
  );
}
