import { Box } from '@mantine/core';
import { Fragment } from 'react';
import type { RequestDocument } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { isInReview } from '../model/owing';
import classes from './shared.module.css';
import { fieldKeys } from './words';

/** Names and values in a column; empty ones are left out. */
export function FactList({ facts, wide }: { facts: [string, string | null][]; wide?: boolean }) {
  const { t } = useTranslation();
  return (
    <Box component="dl" className={classes.facts} m={0} data-wide={wide || undefined}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name} className={classes.fact}>
            <dt>{t(fieldKeys(name))}</dt>
            <dd>{value && breakable(value)}</dd>
          </div>
        ))}
    </Box>
  );
}

/** A long mail address wraps at its @, not at an arbitrary letter. */
const breakable = (text: string) =>
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
    <Box component="span" className={looks.nowrap} fz="xs" c="dimmed">
      {t('ui.requests.levelNow', { level: document.acceptedLevels + 1, levels })}
    </Box>
  );
}
