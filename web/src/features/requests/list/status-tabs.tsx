import { table } from '@/components/table';
import { requestStatuses } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { type ListState, withFilter } from '../model/list-state';
import { fieldKeys } from '../shared/words';
import classes from './list.module.css';

interface Props {
  state: ListState;
  go(next: ListState): void;
}

/** The most frequent filter, without a menu. */
export function StatusTabs({ state, go }: Props) {
  const { t } = useTranslation();
  const chosen = state.filters.status ?? '';
  return (
    <fieldset className={`${classes.tabs} m-0 mb-12 scroll-x flex narrow p-0 gap-4`}>
      <legend className={table.unseen}>{t(fieldKeys('transactionStatus'))}</legend>
      {['', ...requestStatuses].map((status) => (
        <button
          key={status}
          type="button"
          className={classes.tab}
          aria-pressed={status === chosen}
          onClick={() => go(withFilter(state, 'status', status || null))}
        >
          {status ? t(`status.${status}`) : t('ui.master.all')}
        </button>
      ))}
    </fieldset>
  );
}
