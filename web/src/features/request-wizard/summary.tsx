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
  const sub = useMasterName('requestSubCategory', customer.requestSubCategory, customer.requestCategory);
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
