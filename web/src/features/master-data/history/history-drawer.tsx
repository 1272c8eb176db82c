import { memo, useMemo } from 'react';
import { ErrorState } from '@/components/list';
import { SideDrawer } from '@/components/side-drawer';
import { useTranslation } from '@/lib/wording';
import { useLabels } from '../data/use-labels';
import { useHistory } from '../data/use-list';
import formClasses from '../form/form.module.css';
import { FormSkeleton } from '../form/form-skeleton';
import type { Definition } from '../model/definition';
import { nameOf } from '../model/record';
import { readKey } from '../model/record-key';
import { useDisplay } from '../words';
import { HistoryList } from './history-list';

interface Props {
  definition: Definition;
  opened: boolean;
  of: string;
  onClose(): void;
}

/** Who changed a record, when, and what. */
export const HistoryDrawer = memo(function HistoryDrawer({ definition, opened, of, onClose }: Props) {
  const { t } = useTranslation();
  const key = opened ? readKey(definition, of) : null;
  const { data, error, refetch } = useHistory(definition, key);
  const keys = useMemo(() => definition.fields.filter((field) => field.key), [definition]);
  const display = useDisplay(useLabels(keys, key ? [key] : undefined));
  const name = key ? nameOf(definition, key, display) : '';
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t('ui.master.history.title')} sub={name}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long history must be scrolled by keyboard too */}
      <div className={`${formClasses.body} grow scroll-y`} tabIndex={0}>
        {data && <HistoryList definition={definition} entries={data} />}
        {!data && (error || key === null) && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && key !== null && <FormSkeleton count={4} />}
      </div>
    </SideDrawer>
  );
});
