import { useQueryClient } from '@tanstack/react-query';
import type { RequestRow } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { actOnMany } from '../data/calls';
import { useKeys } from '../data/keys';
import type { BulkAction } from '../list';
import { ActionDialog } from './action-dialog';
import classes from './actions.module.css';
import { bodyOf, type Values } from './fields';

interface Props {
  action: BulkAction | null;
  rows: Map<string, RequestRow>;
  screenId: string;
  onClose(): void;
  onDone(): void;
}

/** The same for several requests: all of them, or none. Those it cannot be done to are left out, and that is said. */
export default function BulkDialog({ action, rows, screenId, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const keys = useKeys();
  const queries = useQueryClient();
  const chosen = [...rows.values()];
  const possible = action ? chosen.filter(({ allowed }) => allowed.includes(action)) : chosen;
  const left = chosen.length - possible.length;
  const renew = () => queries.invalidateQueries({ queryKey: keys.lists });
  const run = async (values: Values) => {
    const records = possible.map(({ txnRefNo, versionNumber }) => ({ txnRefNo, versionNumber }));
    await actOnMany(action as string, records, bodyOf(action as string, values), { screenId });
    for (const { txnRefNo } of records) void queries.invalidateQueries({ queryKey: keys.of(txnRefNo) });
    void renew();
    onDone();
  };
  const [only] = possible;
  const name =
    possible.length === 1 && only ? only.txnRefNo : t('ui.requests.several', { count: possible.length });
  return (
    <ActionDialog action={action} name={name} run={run} onStale={renew} onClose={onClose}>
      {action && left > 0 && (
        <p className={classes.note}>{t('ui.requests.leftOut', { count: left, all: chosen.length })}</p>
      )}
    </ActionDialog>
  );
}
