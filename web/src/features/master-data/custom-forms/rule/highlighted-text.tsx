import { useTranslation } from '@/lib/wording';
import { highlights } from './highlights';
import { type DetailResult, readable } from './match';
import classes from './rule.module.css';
import type { RuleLine } from './rule-lines';

interface HighlightedTextProps {
  text: string;
  lines: RuleLine[];
  results: DetailResult[];
}

/** The text with every match marked, and the number of the rule line that found it. */
export function HighlightedText({ text, lines, results }: HighlightedTextProps) {
  const { t } = useTranslation();
  const parts = highlights(readable(text), results);
  return (
    <figure className={`${classes.figure} m-0`}>
      <figcaption>{t('ui.rich.rule.where')}</figcaption>
      <div className={`${classes.highlighted} card py-12 px-16 text-13 break surface`}>
        {parts.map(({ start, text: part, by }) =>
          by === null ? (
            <span key={start}>{part}</span>
          ) : (
            <mark key={start} data-bad={lines[by]?.keywordType === 'NONE' || undefined}>
              {part}
              <sup>{lines[by]?.sequenceNo}</sup>
            </mark>
          ),
        )}
      </div>
    </figure>
  );
}
