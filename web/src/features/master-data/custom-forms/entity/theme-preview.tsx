import type { CSSProperties } from 'react';
import { brandAsText, textOn } from '@/lib/theme';
import { useTranslation } from '@/lib/wording';
import classes from './theme.module.css';
import { DEFAULT_TOKENS, type ThemeTokens } from './theme-tokens';

interface ThemePreviewProps {
  tokens: ThemeTokens;
  name: string;
  logo: string | null;
}

/** A miniature shell in the chosen colours; decorative, so nothing in it is focusable. */
export function ThemePreview({ tokens, name, logo }: ThemePreviewProps) {
  const { t } = useTranslation();
  const brand = tokens['--t-brand'] ?? DEFAULT_TOKENS['--t-brand'] ?? '';
  const style = {
    ...DEFAULT_TOKENS,
    ...tokens,
    '--p-brand-contrast': textOn(brand),
    '--p-brand-text': brandAsText(brand),
  } as CSSProperties;
  const shown = name || t('ui.rich.theme.sampleName');
  return (
    <figure className={`${classes.figure} m-0`}>
      <figcaption>{t('ui.rich.theme.preview')}</figcaption>
      <div className={`${classes.shell} grid text-11 tight clipped`} style={style} aria-hidden inert>
        <div className={`${classes.sidebar} grid p-12 gap-4`}>
          <div className={`${classes.entity} mb-4 row narrow gap-6`}>
            {logo ? <img src={logo} alt="" /> : <i>{shown.slice(0, 1)}</i>}
            <b>{shown}</b>
          </div>
          <span>{t('ui.rich.theme.sample.home')}</span>
          <span data-active>{t('ui.rich.theme.sample.requests')}</span>
          <span>{t('ui.rich.theme.sample.customers')}</span>
        </div>
        <div className={`${classes.page} grid narrow gap-8`}>
          <div className={`${classes.pageHead} row between gap-8 text-13`}>
            <strong>{t('ui.rich.theme.sample.requests')}</strong>
            <em>{t('ui.rich.theme.sample.new')}</em>
          </div>
          <div className={classes.card}>
            <p>
              <u>R2611150000017</u>
              <span className={classes.pill}>{t('status.Accepted')}</span>
            </p>
            <p>
              <u>R2611150000024</u>
              <span className={classes.accent}>{t('status.Pending')}</span>
            </p>
          </div>
        </div>
      </div>
    </figure>
  );
}
