import { useFormats } from '@/lib/formats';
import type { DocRequest, RequestDocument, Review, Version } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { usePerson } from '../../data/use-request';
import classes from './workbench.module.css';

type Who = ReturnType<typeof usePerson>;

interface Props {
  document: RequestDocument;
  request: DocRequest;
  shown: number | undefined;
  onShow(versionNo: number): void;
}

/** All versions, newest first, with their decisions. */
export function Versions({ document, request, shown, onShow }: Props) {
  const { t } = useTranslation();
  const people = document.versions.flatMap(({ uploadedBy, reviews }) => [
    uploadedBy,
    ...reviews.map(({ by }) => by),
  ]);
  const who = usePerson(request, people);
  if (document.versions.length === 0) return null;
  return (
    <section className="p-16 line-above">
      <h3 className="m-0 mb-8 text-13 strong">{t('ui.requests.review.versions')}</h3>
      <ol className="plain-list grid gap-8">
        {document.versions.toReversed().map((version) => (
          <OneVersion
            key={version.versionNo}
            version={version}
            who={who}
            isShown={version.versionNo === shown}
            onShow={() => onShow(version.versionNo)}
          />
        ))}
      </ol>
    </section>
  );
}

interface VersionProps {
  version: Version;
  who: Who;
  isShown: boolean;
  onShow(): void;
}

function OneVersion({ version, who, isShown, onShow }: VersionProps) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const how = version.onBehalf ? 'ui.requests.review.byBehalf' : 'ui.requests.review.by';
  return (
    <li>
      <button
        type="button"
        className={`${classes.version} py-4 flex align-baseline gap-8 text-13`}
        aria-current={isShown || undefined}
        onClick={onShow}
      >
        <strong>{t('ui.requests.review.version', { version: version.versionNo })}</strong>
        <span className={`${classes.soft} regular m-0 text-12 muted break`}>
          {moment(version.uploadedOn)}
        </span>
      </button>
      <p className={`${classes.soft} regular m-0 text-12 muted break`}>
        {t(how, { who: who(version.uploadedBy ?? '') })}
      </p>
      {version.reviews.length > 0 && (
        <ul className={classes.reviews}>
          {version.reviews.map((review, at) => (
            <OneReview key={`${at} ${review.on}`} review={review} who={who} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** The verification rules decide at level 0. */
const byRule = ({ level, verdict }: Review) =>
  level === 0 && (verdict === 'accept' || verdict === 'reject') ? verdict : undefined;

function OneReview({ review, who }: { review: Review; who: Who }) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const said = [
    review.reasonCode && t(`reject.${review.reasonCode}`, { defaultValue: review.reasonCode }),
    review.remark,
  ];
  return (
    <li data-verdict={review.verdict}>
      <span>
        {byRule(review)
          ? t(`ui.requests.review.byRule.${byRule(review)}`)
          : t(`ui.requests.review.did.${review.verdict}`, { who: who(review.by), level: review.level })}
        <span className={`${classes.soft} regular m-0 text-12 muted break`}> {moment(review.on)}</span>
      </span>
      {said.some(Boolean) && <q>{said.filter(Boolean).join(': ')}</q>}
    </li>
  );
}
