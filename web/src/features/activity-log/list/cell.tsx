import { Pill, type Tone } from '@/components/pill';
import { table } from '@/components/table';
import type { Field } from '@/lib/definitions';
import { useTranslation } from '@/lib/wording';
import { type Entry, isOpen } from '../model/entry';
import { actionText, outcomeText, useEntryText } from '../words';

const tones: Record<string, Tone> = { S: 'ok', U: 'info', D: 'bad', refused: 'warn' };

export function ActionPill({ action }: { action: string }) {
  const { t } = useTranslation();
  return <Pill tone={tones[action]}>{actionText(t, action)}</Pill>;
}

const answers: Record<string, Tone> = { 2: 'ok', 4: 'warn', 5: 'bad' };

/** HTTP status class: done, refused, or server error. */
export function StatusPill({ status }: { status: string }) {
  return <Pill tone={answers[status[0] ?? '']}>{status}</Pill>;
}

/** Login result: success or failure. */
export function OutcomePill({ outcome }: { outcome: string }) {
  const { t } = useTranslation();
  return <Pill tone={outcome === 'success' ? 'ok' : 'warn'}>{outcomeText(t, outcome)}</Pill>;
}

/** A session that was never ended: an empty cell would say nothing. */
export function OpenPill() {
  const { t } = useTranslation();
  return <Pill tone="info">{t('ui.logs.still')}</Pill>;
}

/** One value of an entry. */
export function CellValue({ field, entry }: { field: Field; entry: Entry }) {
  const text = useEntryText();
  const value = entry[field.name];
  if (field.name === 'actionPerformed' && value) return <ActionPill action={value} />;
  if (field.name === 'status' && value) return <StatusPill status={value} />;
  if (field.name === 'outcome' && value) return <OutcomePill outcome={value} />;
  if (field.name === 'logoutDateTime' && isOpen(entry)) return <OpenPill />;
  return text(entry, field.name, field.type) || <span className={table.none}>–</span>;
}
