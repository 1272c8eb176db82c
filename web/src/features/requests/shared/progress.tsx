import type { RequestRow } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import classes from './shared.module.css';

type Counts = Pick<
  RequestRow,
  | 'documentsRequested'
  | 'documentsAccepted'
  | 'documentsPending'
  | 'documentsRejected'
  | 'documentsNotRequired'
>;

/** How many documents are settled, as numbers and a bar. */
export function Progress({ row, wide }: { row: Counts; wide?: boolean }) {
  const { t } = useTranslation();
  const { documentsRequested: all, documentsAccepted, documentsRejected, documentsNotRequired } = row;
  const done = documentsAccepted + documentsNotRequired;
  const share = (count: number) => ({ width: `${all ? (count / all) * 100 : 0}%` });
  return (
    <span className={`${classes.root} inline-row gap-8`} data-wide={wide || undefined}>
      <span className={`${classes.bar} flex tint-neutral clipped`} aria-hidden>
        <span className={classes.part} data-tone="ok" style={share(done)} />
        <span className={classes.part} data-tone="bad" style={share(documentsRejected)} />
      </span>
      <span className="figures nowrap" title={t('ui.requests.settled', { done, all })}>
        <span aria-hidden>
          {done} / {all}
        </span>
        <span className="unseen">{t('ui.requests.settled', { done, all })}</span>
      </span>
    </span>
  );
}
