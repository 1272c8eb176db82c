import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from '@/lib/wording';
import classes from './wizard.module.css';

export const stepNames = ['customer', 'parties', 'notification'] as const;

interface Props {
  /** From 0; the final review belongs to the last step. */
  step: number;
  /** The furthest step reached: earlier ones can be revisited. */
  reached: number;
  onGo(step: number): void;
}

const stateOf = (at: number, step: number) => (at < step ? 'done' : at === step ? 'now' : 'ahead');

/** The three steps as a list; phones show only the progress. */
export function StepsList({ step, reached, onGo }: Props) {
  const { t } = useTranslation();
  const now = Math.min(step, stepNames.length - 1);
  return (
    <nav aria-label={t('ui.wizard.steps')} className={classes.steps}>
      <ol className="plain-list">
        {stepNames.map((name, at) => (
          <li key={name} className={classes.step} data-state={stateOf(at, now)}>
            <button
              type="button"
              className={`${classes.stepButton} flex align-start full gap-12 rounded plain-button p-0`}
              onClick={() => onGo(at)}
              disabled={at > reached || (at === now && step === now)}
              aria-current={at === now ? 'step' : undefined}
            >
              <span className={classes.stepMark} aria-hidden>
                {at < now ? <IconCheck size={15} stroke={2.6} /> : at + 1}
              </span>
              <span className="grid narrow">
                <span className={`${classes.stepName} text-13 strong`}>{t(`ui.wizard.step.${name}`)}</span>
                <span className="text-12 muted">{t(`ui.wizard.hint.${name}`)}</span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The progress on phones. */
export function StepProgress({ step }: { step: number }) {
  const { t } = useTranslation();
  const count = stepNames.length;
  const now = Math.min(step + 1, count);
  const text = t('ui.wizard.progress', { step: now, count });
  return (
    <div className={classes.progress}>
      <span>{text}</span>
      <progress className={classes.bar} value={now} max={count} aria-label={text} />
    </div>
  );
}
