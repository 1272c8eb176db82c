import { Button, CloseButton } from '@mantine/core';
import { useState } from 'react';
import { domain } from '@/lib/api';
import { useLoaded } from '@/lib/loaded';
import { useRemembered } from '@/lib/remembered';
import { useTranslation } from '@/lib/wording';
import classes from './landing.module.css';

const steps = ['request', 'mailbox', 'review'] as const;

/** Three steps for a newcomer to a demo, until they are closed. */
export function Tour() {
  const { t } = useTranslation();
  const { data } = useLoaded(domain);
  const [seen, remember] = useRemembered('tour');
  const [at, setAt] = useState(0);
  if (!data?.demo || seen.length > 0) return null;
  const name = steps[at] as (typeof steps)[number];
  const close = () => remember(['seen']);
  return (
    <section className={`${classes.tour} p-20 mb-24 rounded`} aria-label={t('ui.tour.title')}>
      <div className="row between gap-12">
        <p className="m-0 text-12 muted">
          {t('ui.tour.title')} · {t('ui.tour.step', { at: at + 1, all: steps.length })}
        </p>
        <CloseButton aria-label={t('ui.tour.done')} onClick={close} />
      </div>
      <div aria-live="polite">
        <h2 className="m-0 text-15 strong">{t(`ui.tour.steps.${name}.title`)}</h2>
        <p className="m-0 mt-4 text-14">
          {t(`ui.tour.steps.${name}.text`)}{' '}
          {name === 'mailbox' && (
            <a className="text-link" href="/demo/mailbox">
              /demo/mailbox
            </a>
          )}
        </p>
      </div>
      <div className="row gap-8 mt-12">
        {at > 0 && (
          <Button variant="default" size="xs" onClick={() => setAt(at - 1)}>
            {t('ui.tour.back')}
          </Button>
        )}
        <Button size="xs" onClick={() => (at + 1 < steps.length ? setAt(at + 1) : close())}>
          {t(at + 1 < steps.length ? 'ui.tour.next' : 'ui.tour.done')}
        </Button>
      </div>
    </section>
  );
}
