import { useFormats } from '@/lib/formats';
import type { RequestDocument, Review, Version } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import classes from './workbench.module.css';

interface Props {
  document: RequestDocument;
  shown: number | undefined;
  onShow(versionNo: number): void;
}

/** Every version that came in, newest first, and what was said of it by whom. */
export function Versions({ document, shown, onShow }: Props) {
  const { t } = useTranslation();
  if (document.versions.length === 0) return null;
  return (
    <section className={classes.part}>
      <h3 className={classes.partTitle}>{t('ui.requests.review.versions')}</h3>
      <ol className={classes.versions}>
        {document.versions.toReversed().map((version) => (
          <OneVersion
            key={version.versionNo}
            version={version}
            isShown={version.versionNo === shown}
            onShow={() => onShow(version.versionNo)}
          />
        ))}
      </ol>
    </section>
  );
}

function OneVersion({ version, isShown, onShow }: { version: Version; isShown: boolean; onShow(): void }) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const how = version.onBehalf ? 'ui.requests.review.byBehalf' : 'ui.requests.review.by';
  return (
    <li>
      <button type="button" className={classes.version} aria-current={isShown || undefined} onClick={onShow}>
        <strong>{t('ui.requests.review.version', { version: version.versionNo })}</strong>
        <span className={classes.soft}>{moment(version.uploadedOn)}</span>
      </button>
      <p className={classes.soft}>{t(how, { who: version.uploadedBy })}</p>
      {version.reviews.length > 0 && (
        <ul className={classes.reviews}>
          {version.reviews.map((review, at) => (
            <OneReview key={`${at} ${review.on}`} review={review} />
          ))}
        </ul>
      )}
    </li>
  );
}

function OneReview({ review }: { review: Review }) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const said = [
    review.reasonCode && t(`reject.${review.reasonCode}`, { defaultValue: review.reasonCode }),
    review.remark,
  ];
  return (
    <li data-verdict={review.verdict}>
      <span>
        {t(`ui.requests.review.did.${review.verdict}`, { who: review.by, level: review.level })}
        <span className={classes.soft}> {moment(review.on)}</span>
      </span>
      {said.some(Boolean) && <q>{said.filter(Boolean).join(': ')}</q>}
    </li>
  );
}
