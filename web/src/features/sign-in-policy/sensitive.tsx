import { Skeleton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { type CellSet, withCells } from '@/components/custom-forms/matrix';
import { MatrixGrid } from '@/components/custom-forms/matrix-grid';
import { LoadFailed } from '@/components/load-failed';
import { useDefinitions } from '@/lib/definitions';
import { useTranslation } from '@/lib/wording';
import { Part } from './part';
import { actions, type Draft, groupsOf } from './policy';
import classes from './sign-in-policy.module.css';

interface Props {
  draft: Draft;
  saved: Draft;
  isDisabled: boolean;
  onChange(cells: CellSet): void;
}

export function Sensitive({ draft, saved, isDisabled, onChange }: Props) {
  const { t } = useTranslation();
  const [q, setQ] = useState('');
  const { data: kinds, isPending, error, refetch } = useDefinitions();
  // Based on the saved state: removing a mark must not remove its row.
  const groups = useMemo(() => groupsOf(kinds ?? [], saved, q, t), [kinds, saved, q, t]);
  const columns = actions.map((action) => ({ id: action, title: t(`ui.signInPolicy.sensitive.${action}`) }));
  return (
    <Part title={t('ui.signInPolicy.sensitive.title')} about={t('ui.signInPolicy.sensitive.about')}>
      <TextInput
        className={classes.search}
        aria-label={t('ui.signInPolicy.sensitive.find')}
        placeholder={t('ui.signInPolicy.sensitive.find')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={q}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      {isPending && <Skeleton height={320} radius="md" />}
      {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {kinds && groups.length === 0 && (
        <p className={`${classes.none} m-0 muted centered`} role="status">
          {t('message.noRecords')}
        </p>
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
    </Part>
  );
}
