import { useTranslation } from 'react-i18next';
import type { RequestRow } from '@/lib/requests';
import classes from './requests.module.css';

/** Sent documents count at once, in their own tone until settled, so that nobody thinks they were lost. */
export function HowFar({ request }: { request: RequestRow }) {
  const { t } = useTranslation();
  const { documentsRequested: all, documentsAccepted, documentsNotRequired } = request;
  const settled = documentsAccepted + documentsNotRequired;
  const checked = request.documentsInReview ?? 0;
  const share = (count: number) => ({ inlineSize: `${(count / Math.max(all, 1)) * 100}%` });
  return (
    <>
      <span className={classes.track} aria-hidden>
        <span className={classes.settled} style={share(settled)} />
        <span className={classes.checked} style={share(checked)} />
      </span>
      <span className="text-12 muted figures">
        {checked > 0
          ? t('ui.provider.sentOf', { sent: settled + checked, all })
          : t('ui.provider.settledOf', { settled, all })}
      </span>
    </>
  );
}
