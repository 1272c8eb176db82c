import { IconCheck } from '@tabler/icons-react';
import { memo } from 'react';
import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';
import { useMasterName } from './data/use-masters';
import { documentCount, isAuthorised, type WizardValues } from './model/values';
import classes from './wizard.module.css';
import { labelOf } from './words';

interface Props {
  values: WizardValues;
  expiresOn: string | undefined;
}

/** A live summary of the request. */
export const Summary = memo(function Summary({ values, expiresOn }: Props) {
  const { t } = useTranslation();
  const { date, number } = useFormats();
  const { customer, notification, parties } = values;
  const category = useMasterName('requestCategory', customer.requestCategory);
  const sub = useMasterName('requestSubCategory', customer.requestSubCategory, {
    categoryCode: customer.requestCategory,
  });
  const purpose = useMasterName('requestPurpose', customer.requestPurpose);
  const documents = documentCount(values);
  const people = parties.filter((party) => !isAuthorised(party)).length;
  const rows = [
    ['customerName', labelOf(t, 'customerName'), customer.customerName.trim()],
    ['requestCategory', labelOf(t, 'requestCategory'), [category, sub].filter(Boolean).join(' · ')],
    ['requestPurpose', labelOf(t, 'requestPurpose'), purpose],
    ['parties', t('ui.wizard.summary.parties'), number(people)],
    ['documents', t('ui.wizard.summary.documents'), documents > 0 ? number(documents) : ''],
    [
      'due',
      labelOf(t, 'documentDueDate'),
      notification.documentDueDate && date(notification.documentDueDate),
    ],
    ['expiry', t('ui.wizard.summary.expiry'), expiresOn && date(expiresOn)],
  ];
  return (
    <section className="py-16 px-20 card" aria-label={t('ui.wizard.summary.title')}>
      <h2 className="m-0 mb-8 text-15 strong">{t('ui.wizard.summary.title')}</h2>
      <dl className={`${classes.facts} grid m-0 gap-8 text-13`}>
        {rows.map(([name, label, value]) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{value || t('ui.wizard.summary.none')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
});

export const stepNames = ['customer', 'parties', 'notification'] as const;

interface StepNamesProps {
  /** From 0; the final review belongs to the last step. */
  step: number;
  /** The furthest step reached: earlier ones can be revisited. */
  reached: number;
  onGo(step: number): void;
}

const stateOf = (at: number, step: number) => (at < step ? 'done' : at === step ? 'now' : 'ahead');

/** The three steps as a list; phones show only the progress. */
export function StepsList({ step, reached, onGo }: StepNamesProps) {
  const { t } = useTranslation();
  const now = Math.min(step, stepNames.length - 1);
  return (
    <nav aria-label={t('ui.wizard.steps')} className={classes.steps}>
      <ol className="plain-list">
        {stepNames.map((name, at) => (
          <li key={name} className={`${classes.step} relative`} data-state={stateOf(at, now)}>
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
