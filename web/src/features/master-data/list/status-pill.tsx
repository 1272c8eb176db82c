import { Pill } from '@/components/pill';
import { useTranslation } from '@/lib/wording';
import { optionText } from '../words';

/** Only Active is shown as positive. */
export function StatusPill({ value }: { value: string }) {
  const { t } = useTranslation();
  return <Pill tone={value === 'Active' ? 'ok' : 'neutral'}>{optionText(t, 'status', value)}</Pill>;
}
