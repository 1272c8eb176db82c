import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconLoader2,
} from '@tabler/icons-react';
import type { RequestDocument } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { EvidenceLines, type Found } from '@/shared/evidence';

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
      <EvidenceLines details={details} onShow={onShow} />
    </section>
  );
}
