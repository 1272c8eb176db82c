import type { RequestDocument } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { isInReview } from '../model/owing';

/** The review level, where there is more than one. */
export function LevelText({ document, levels }: { document: RequestDocument; levels: number }) {
  const { t } = useTranslation();
  if (levels < 2 || !isInReview(document)) return null;
  return (
    <span className="text-12 muted nowrap">
      {t('ui.requests.levelNow', { level: document.acceptedLevels + 1, levels })}
    </span>
  );
}
