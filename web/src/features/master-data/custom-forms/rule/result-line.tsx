import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { useTranslation } from '@/lib/wording';
import type { DetailResult } from './match';
import classes from './rule.module.css';
import type { RuleLine } from './rule-lines';

const ICONS = { pass: IconCheck, fail: IconX, open: IconMinus };

/** One rule line: what it looks for and, given a text, what it found. */
export function ResultLine({ line, result }: { line: RuleLine; result: DetailResult | undefined }) {
  const { t } = useTranslation();
  const outcome = result ? (result.passes ? 'pass' : 'fail') : 'open';
  const Icon = ICONS[outcome];
  return (
    <li
      className={`${classes.result} grid gap-8 text-13`}
      data-outcome={outcome}
      data-own={line.isOwn || undefined}
    >
      <span className={`${classes.mark} tint-neutral round middle muted`}>
        <Icon size={14} role="img" aria-label={t(`ui.rich.rule.outcome.${outcome}`)} />
      </span>
      <div className={classes.what}>
        <p>
          <b>{line.sequenceNo || '–'}</b>
          <span className="px-8 text-12 tint-neutral pill-shape">{line.keywordType}</span>
          <span className="narrow break">
            {line.keywordType === 'MASK' ? line.characterMask : line.keywords.replaceAll('|', ' · ')}
          </span>
          {line.isOwn && <em>{t('ui.rich.rule.own')}</em>}
        </p>
        {result && <Finding line={line} result={result} />}
      </div>
    </li>
  );
}

function Finding({ line, result }: { line: RuleLine; result: DetailResult }) {
  const { t } = useTranslation();
  if (result.fault) return <p className="text-12 muted break">{t(`ui.rich.rule.fault.${result.fault}`)}</p>;
  const found = result.evidence.map((evidence) => `“${evidence.found.replace(/\s+/g, ' ')}”`).join(', ');
  const missing = result.missing.join(', ');
  const showsMissing = !result.passes && missing !== '' && line.keywordType !== 'NONE';
  return (
    <p className="text-12 muted break">
      {found ? t('ui.rich.rule.found', { found }) : t('ui.rich.rule.nothing')}
      {showsMissing && found !== '' && ` ${t('ui.rich.rule.missing', { missing })}`}
    </p>
  );
}
