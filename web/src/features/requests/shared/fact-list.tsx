import { Fragment } from 'react';
import type { RequestDocument } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { isInReview } from '../model/owing';
import classes from './shared.module.css';
import { fieldKeys } from './words';

/** Names and values in a column; empty ones are left out. */
export function FactList({ facts, wide }: { facts: [string, string | null][]; wide?: boolean }) {
  const { t } = useTranslation();
  return (
    <dl className={`${classes.facts} grid m-0 gap-12`} data-wide={wide || undefined}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name} className={classes.fact}>
            <dt>{t(fieldKeys(name))}</dt>
            <dd>{value && breakable(value)}</dd>
          </div>
        ))}
    </dl>
  );
}

/** A long mail address wraps at its @, not at an arbitrary letter. */
export const breakable = (text: string) =>
  text.split('@').map((part, at) => (
    <Fragment key={at}>
      {at > 0 && (
        <>
          <wbr />@
        </>
      )}
      {part}
    </Fragment>
  ));

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
