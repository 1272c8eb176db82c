import { IconCheck, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import classes from './access-check.module.css';
import type { Deciding, Step, Why } from './use-why';

/** Yes or no in one line, then the steps that led there. */
export function Verdict({ why }: { why: Why }) {
  const { t } = useTranslation();
  const said = t(why.allowed ? 'ui.accessCheck.allowed' : 'ui.accessCheck.refused', { user: why.userId });
  return (
    <section aria-live="polite">
      <div className={`${classes.verdict} flex align-top gap-12`} data-allowed={why.allowed}>
        <Mark passed={why.allowed} />
        <div>
          <h2>{said}</h2>
          <p>
            {why.roles.length > 0
              ? t('ui.accessCheck.roles', { roles: why.roles.join(', ') })
              : t('ui.accessCheck.noRoles')}
          </p>
        </div>
      </div>
      <ol className={`${classes.steps} p-0 card`}>
        {why.steps.map((step) => (
          <StepLine key={step.step} step={step} decides={step.step === why.decides} />
        ))}
      </ol>
    </section>
  );
}

function Mark({ passed }: { passed: boolean }) {
  const { t } = useTranslation();
  const Icon = passed ? IconCheck : IconX;
  const name = t(passed ? 'ui.accessCheck.passed' : 'ui.accessCheck.failed');
  return (
    <span className={`${classes.mark} grid fixed bad`} data-passed={passed} role="img" aria-label={name}>
      <Icon size={16} stroke={2.25} aria-hidden />
    </span>
  );
}

function StepLine({ step, decides }: { step: Step; decides: boolean }) {
  const { t } = useTranslation();
  return (
    <li className={`${classes.step} flex align-top gap-12`} data-decides={decides || undefined}>
      <Mark passed={step.passed} />
      <div className={`${classes.words} narrow`}>
        <h3>
          {t(`ui.accessCheck.step.${step.step}`)}
          {decides && (
            <span className={`${classes.decides} text-12 medium bad`}>{t('ui.accessCheck.decides')}</span>
          )}
        </h3>
        <p>{t(`ui.accessCheck.reason.${step.reason}`)}</p>
        <p className={classes.records}>
          {t(step.passed ? 'ui.accessCheck.recordIs' : 'ui.accessCheck.recordMissing')}
          {': '}
          {step.records.map((record) => (
            <RecordName key={`${record.resource} ${record.key.join(' ')}`} record={record} />
          ))}
        </p>
      </div>
    </li>
  );
}

/** The record by kind and key; a link where the user has its screen. */
function RecordName({ record }: { record: Deciding }) {
  const { t } = useTranslation();
  const screen = useAuth().screens.find(({ resource }) => resource === record.resource);
  const name = `${t(`resource.${record.resource}.one`)} ${record.key.join(' · ')}`;
  if (!screen) return <span className={classes.record}>{name}</span>;
  return (
    <Link className={classes.record} to={screen.path}>
      {name}
    </Link>
  );
}
