import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconLoader2,
} from '@tabler/icons-react';
import type { Evidence, RequestDocument } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import classes from './workbench.module.css';

/** A place on a page that a line of the rule refers to. */
export type Found = Evidence & { fileId: string; page: number; box: NonNullable<Evidence['box']> };

export const isFound = (evidence: Evidence): evidence is Found =>
  evidence.fileId !== null && evidence.page !== null && evidence.box !== null;

const icons = {
  Waiting: IconLoader2,
  Pass: IconCircleCheckFilled,
  Fail: IconCircleXFilled,
  Unreadable: IconAlertTriangleFilled,
};

const tones = { Waiting: 'muted', Pass: 'good', Fail: 'bad', Unreadable: '' };

interface Props {
  document: RequestDocument;
  onShow(found: Found): void;
}

/** The verdict of the automatic verification, and what each line of the rule found. */
export function EvidenceList({ document, onShow }: Props) {
  const { t } = useTranslation();
  const { verdict, details = [] } = document.verification;
  if (verdict === 'None') return null;
  const Icon = icons[verdict];
  return (
    <section className="p-16 line-above" aria-label={t('ui.requests.verification.title')}>
      <h3 className="m-0 mb-8 text-13 strong">{t('ui.requests.verification.title')}</h3>
      <p className={`row m-0 gap-8 text-13 medium ${tones[verdict]}`} role="status">
        <Icon size={16} aria-hidden />
        {t(`ui.requests.verification.verdict.${verdict}`)}
      </p>
      <p className="m-0 mb-8 text-12 muted">{t(`ui.requests.verification.about.${verdict}`)}</p>
      <ol className="plain-list grid gap-8">
        {details.map((evidence) => (
          <li
            key={evidence.detailNo}
            className={`${classes.evidence} text-13 break`}
            data-matched={evidence.isMatched}
          >
            <span className="text-12 muted">
              {t('ui.requests.verification.line', { number: evidence.detailNo, type: evidence.keywordType })}
            </span>
            {isFound(evidence) ? (
              <button
                type="button"
                className={`${classes.foundText} plain-button break`}
                onClick={() => onShow(evidence)}
              >
                {t(`ui.requests.verification.${evidence.isMatched ? 'found' : 'unwanted'}`, {
                  found: evidence.found,
                  page: evidence.page,
                })}
              </button>
            ) : (
              <span>{t(`ui.requests.verification.${evidence.isMatched ? 'absent' : 'missing'}`)}</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Highlights on one page, in parts of it. */
export function Marks({ found }: { found: Found[] }) {
  return found.map(({ detailNo, isMatched, box: [x, y, width, height] }) => (
    <span
      key={detailNo}
      className={classes.mark}
      data-mark={detailNo}
      data-matched={isMatched}
      aria-hidden
      style={{
        left: `${x * 100}%`,
        top: `${y * 100}%`,
        width: `${width * 100}%`,
        height: `${height * 100}%`,
      }}
    />
  ));
}
