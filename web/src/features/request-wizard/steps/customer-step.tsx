import { Button } from '@mantine/core';
import { memo, useCallback, useState } from 'react';
import { toast } from '@/lib/feedback';
import { useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import type { KnownCustomer } from '../data/calls';
import { useCountries, useMasterName, useStates } from '../data/use-masters';
import { ChoiceField, MasterField, TypeField } from '../fields/choice-field';
import { KnownCustomerField } from '../fields/known-customer-field';
import { TextField } from '../fields/text-field';
import { type CustomerName, customerRules, isRequired, type MasterName } from '../model/fields';
import type { CustomerValues } from '../model/values';
import type { Acts } from '../use-wizard';
import classes from '../wizard.module.css';
import { labelOf } from '../words';
import { Section } from './section';

interface Props {
  customer: CustomerValues;
  acts: Acts;
}

/** Copies the person from an earlier request, not what was requested. */
const aboutPerson: CustomerName[] = [
  'customerName',
  'customerType',
  'customerCategory',
  'customerIndicator',
  'customerIndustry',
  'customerReference',
  'primaryMobile',
  'alternateMobile',
  'emailAddress',
  'address1',
  'address2',
  'address3',
  'city',
  'customerCountry',
  'state',
  'postalCode',
];

export const CustomerStep = memo(function CustomerStep({ customer, acts }: Props) {
  const { t } = useTranslation();
  const { addressLinesRequired } = useAuth();
  const [earlier, setEarlier] = useState<KnownCustomer>();
  const typed = (name: CustomerName) => ({
    path: name,
    value: customer[name] ?? '',
    onChange: (value: string) => acts.customer({ [name]: value }),
    required: isRequired(name, addressLinesRequired),
    max: customerRules[name].max,
  });
  const chosen = (name: MasterName & CustomerName) => ({
    path: name,
    name,
    value: customer[name],
    onChange: (value: string | null) => acts.customer({ [name]: value }),
    required: customerRules[name].required,
  });
  const take = useCallback(
    (known: KnownCustomer) => {
      const names = aboutPerson.filter((name) => known[name as keyof KnownCustomer]);
      acts.customer(Object.fromEntries(names.map((name) => [name, known[name as keyof KnownCustomer]])));
      setEarlier(known);
      toast(t('ui.wizard.known.taken', { name: known.customerName }), 'info');
    },
    [acts, t],
  );
  return (
    <>
      <Section>
        <TypeField
          value={customer.customerType}
          onChange={(customerType) => acts.customer({ customerType })}
        />
        <div className="fields">
          <KnownCustomerField
            value={customer.customerName}
            onChange={(customerName) => acts.customer({ customerName })}
            onChoose={take}
          />
          <MasterField {...chosen('customerIndicator')} />
          <MasterField {...chosen('customerCategory')} within={{ customerTypeCode: customer.customerType }} />
          <TextField {...typed('customerReference')} />
        </div>
      </Section>
      <Section title={t('ui.wizard.section.contact')}>
        <div className="fields">
          <TextField {...typed('primaryMobile')} kind="mobile" />
          <TextField {...typed('alternateMobile')} kind="mobile" />
          <TextField {...typed('emailAddress')} kind="email" />
        </div>
      </Section>
      <Section title={t('ui.wizard.section.request')}>
        {earlier?.requestCategory && !customer.requestCategory && (
          <LastSubject known={earlier} onTake={acts.customer} />
        )}
        <div className="fields">
          <MasterField {...chosen('requestCategory')} within={{ customerTypeCode: customer.customerType }} />
          <MasterField
            {...chosen('requestSubCategory')}
            within={{ categoryCode: customer.requestCategory }}
            disabled={customer.requestCategory === null}
            placeholder={
              customer.requestCategory === null
                ? t('ui.wizard.chooseFirst', { label: labelOf(t, 'requestCategory') })
                : undefined
            }
          />
          <MasterField
            {...chosen('requestPurpose')}
            within={{ industryCode: customer.customerIndustry, categoryCode: customer.requestCategory }}
          />
          <MasterField {...chosen('customerIndustry')} />
          <MasterField {...chosen('referredBy')} />
          <TextField {...typed('userReference')} />
        </div>
      </Section>
      <Section title={t('ui.wizard.section.address')}>
        <div className="fields">
          <TextField {...typed('address1')} />
          <TextField {...typed('address2')} />
          <TextField {...typed('address3')} />
          <TextField {...typed('city')} />
          <CountryField customer={customer} acts={acts} />
          <StateField customer={customer} acts={acts} />
          <TextField {...typed('postalCode')} />
        </div>
      </Section>
    </>
  );
});

const subject = ['requestCategory', 'requestSubCategory', 'requestPurpose'] as const;

/** Repeats what the customer's earlier request was about, with one click. */
function LastSubject({ known, onTake }: { known: KnownCustomer; onTake: Acts['customer'] }) {
  const { t } = useTranslation();
  const { requestCategory = null, requestSubCategory = null, requestPurpose = null } = known;
  const names = [
    useMasterName('requestCategory', requestCategory),
    useMasterName('requestSubCategory', requestSubCategory, { categoryCode: requestCategory }),
    useMasterName('requestPurpose', requestPurpose),
  ];
  return (
    <Button
      variant="light"
      className={classes.same}
      onClick={() => onTake(Object.fromEntries(subject.map((name) => [name, known[name] ?? null])))}
    >
      {t('ui.wizard.known.same', { subject: names.filter(Boolean).join(' · ') })}
    </Button>
  );
}

function CountryField({ customer, acts }: Props) {
  const { choices, isPending, isError, refetch } = useCountries();
  return (
    <ChoiceField
      path="customerCountry"
      value={customer.customerCountry}
      choices={choices}
      onChange={(customerCountry) => acts.customer({ customerCountry })}
      required
      isLoading={isPending}
      onRetry={isError ? refetch : undefined}
    />
  );
}

/** Typed where the country has no list of states. */
function StateField({ customer, acts }: Props) {
  const { t } = useTranslation();
  const { choices, isPending, isError, refetch } = useStates(customer.customerCountry);
  const isTyped = customer.customerCountry !== null && !isPending && !isError && choices.length === 0;
  if (isTyped) {
    return (
      <TextField
        path="state"
        value={customer.state ?? ''}
        onChange={(state) => acts.customer({ state })}
        required
        max={customerRules.state.max}
      />
    );
  }
  const placeholder = t('ui.wizard.chooseFirst', { label: labelOf(t, 'customerCountry') });
  return (
    <ChoiceField
      path="state"
      value={customer.state}
      choices={choices}
      onChange={(state) => acts.customer({ state })}
      required
      disabled={customer.customerCountry === null}
      placeholder={customer.customerCountry === null ? placeholder : undefined}
      isLoading={isPending}
      onRetry={isError ? refetch : undefined}
    />
  );
}
