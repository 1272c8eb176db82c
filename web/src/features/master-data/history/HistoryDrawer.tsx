import { useTranslation } from '@/lib/wording';
import { useHistory } from '../data/use-list';
import { FormSkeleton } from '../form/FormSkeleton';
import formClasses from '../form/form.module.css';
import { SideDrawer } from '../form/SideDrawer';
import { ErrorState } from '../list/states';
import type { Definition } from '../model/definition';
import { textOf } from '../model/definition';
import { readKey } from '../model/record-key';
import { HistoryList } from './HistoryList';

interface Props {
  definition: Definition;
  opened: boolean;
  of: string;
  onClose(): void;
}

/** Who changed a record, when, and what. */
export function HistoryDrawer({ definition, opened, of, onClose }: Props) {
  const { t } = useTranslation();
  const key = opened ? readKey(definition, of) : null;
  const { data, error, refetch } = useHistory(definition, key);
  const name = key ? Object.values(key).map(textOf).filter(Boolean).join(' · ') : '';
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t('ui.master.history.title')} sub={name}>
      <div className={formClasses.body}>
        {data && <HistoryList definition={definition} entries={data} />}
        {!data && (error || key === null) && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && key !== null && <FormSkeleton count={4} />}
      </div>
    </SideDrawer>
  );
}
