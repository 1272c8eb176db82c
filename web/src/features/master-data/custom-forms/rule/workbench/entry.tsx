import { IconArrowRight, IconSwitchHorizontal } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Pill, type Tone } from '@/components/pill';
import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';
import { isChanged, type Sample, type TriedDocument, type Verdict } from './model';
import classes from './workbench.module.css';

const tones: Record<Verdict | 'Waiting', Tone> = {
  Pass: 'ok',
  Fail: 'bad',
  Unreadable: 'warn',
  None: 'neutral',
  Waiting: 'neutral',
};

interface Props {
  title: string;
  /** When it was read or uploaded. */
  on: string;
  tried: TriedDocument | Sample;
  isChosen: boolean;
  onChoose(): void;
  children?: ReactNode;
}

/** A document with its verdict, and that of the draft if it is another. */
export function Entry({ title, on, tried, isChosen, onChoose, children }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { verdict, draftVerdict } = tried;
  const changed = isChanged(tried);
  const name = (of: Verdict | 'Waiting') => t(`ui.ruleWorkbench.verdict.${of}`);
  return (
    <button
      type="button"
      className={`${classes.entry} inset-focus plain-button grid gap-4 full`}
      aria-current={isChosen || undefined}
      data-changed={changed || undefined}
      onClick={onChoose}
    >
      <span className="text-13 medium break">{title}</span>
      <span className="text-12 muted">{formats.moment(on)}</span>
      <span className="row wrap gap-6">
        <Pill tone={tones[verdict]}>{name(verdict)}</Pill>
        {changed && (
          <>
            <IconArrowRight size={14} role="img" aria-label={t('ui.ruleWorkbench.becomes')} />
            <Pill tone={tones[draftVerdict]}>{name(draftVerdict)}</Pill>
            <span className="inline-row gap-4 text-12 strong">
              <IconSwitchHorizontal size={14} aria-hidden />
              {t('ui.ruleWorkbench.changed')}
            </span>
          </>
        )}
      </span>
      {children}
    </button>
  );
}
