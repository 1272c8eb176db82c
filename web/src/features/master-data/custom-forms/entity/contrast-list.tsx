import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';
import { type ContrastCheck, contrastChecks } from './contrast-checks';
import classes from './theme.module.css';
import type { ThemeTokens } from './theme-tokens';

/** The contrast of every pair, with a warning below 4.5. */
export function ContrastList({ tokens }: { tokens: ThemeTokens }) {
  const { t } = useTranslation();
  return (
    <ul
      className={`${classes.checks} grid gap-8 text-13 plain-list`}
      aria-label={t('ui.rich.theme.contrast')}
    >
      {contrastChecks(tokens).map((check) => (
        <ContrastLine key={check.name} check={check} />
      ))}
    </ul>
  );
}

function ContrastLine({ check }: { check: ContrastCheck }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const Icon = check.isEnough ? IconCheck : IconAlertTriangle;
  const verdict = check.isEnough ? 'enough' : check.mended ? 'mended' : 'low';
  return (
    <li data-low={!check.isEnough || undefined}>
      <Icon size={16} aria-hidden />
      <span>
        {t(`ui.rich.theme.pair.${check.name}`)}
        <small>{t(`ui.rich.theme.verdict.${verdict}`, { colour: check.mended })}</small>
      </span>
      <b>{`${formats.number(Math.floor(check.ratio * 100) / 100)} : 1`}</b>
    </li>
  );
}
