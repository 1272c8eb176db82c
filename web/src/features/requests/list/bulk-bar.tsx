import { Button, CloseButton } from '@mantine/core';
import { IconArrowForwardUp, IconBan, IconCalendarPlus } from '@tabler/icons-react';
import { table } from '@/components/table';
import type { RequestRow } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import type { BulkAction } from '.';

interface Props {
  rows: Map<string, RequestRow>;
  isPhone: boolean;
  onAct(action: BulkAction): void;
  onClear(): void;
}

const actions = [
  { action: 'forward', Icon: IconArrowForwardUp },
  { action: 'extend', Icon: IconCalendarPlus },
  { action: 'cancel', Icon: IconBan },
] as const;

/** Actions for the selection, across pages. */
export function BulkBar({ rows, isPhone, onAct, onClear }: Props) {
  const { t } = useTranslation();
  const count = rows.size;
  const isPossible = (action: BulkAction) =>
    [...rows.values()].some(({ allowed }) => allowed.includes(action));
  return (
    <section className={table.bulk} aria-label={t('ui.master.selected', { count })}>
      <span aria-live="polite">{t('ui.master.selected', { count })}</span>
      {actions.map(({ action, Icon }) => (
        <Button
          key={action}
          size="xs"
          variant="default"
          disabled={!isPossible(action)}
          leftSection={<Icon size={14} aria-hidden />}
          onClick={() => onAct(action)}
        >
          {t(`ui.requests.action.${action}`)}
        </Button>
      ))}
      <CloseButton
        className={table.end}
        size={isPhone ? 44 : 28}
        iconSize={18}
        aria-label={t('ui.master.deselect')}
        onClick={onClear}
      />
    </section>
  );
}
