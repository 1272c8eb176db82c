import { Box, Button, Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { memo, useCallback, useState } from 'react';
import { toast } from '@/lib/feedback';
import { useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { customersLike, type KnownCustomer } from '../data/calls';
import { useCountries, useMasterName, useStates } from '../data/use-masters';
import { ChoiceField, MasterField, TypeField } from '../fields/choice-field';
import { TextField } from '../fields/text-field';
import { type CustomerName, customerRules, isRequired, type MasterName } from '../model/fields';
import type { CustomerValues } from '../model/values';
import type { Acts } from '../use-wizard';
import classes from '../wizard.module.css';
import { labelOf, useError } from '../words';
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
        <TypeField value={customer.customerType} onChange={(customerType) => acts.customer({ customerType })} />
        <div className={looks.fields}>
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
        <div className={looks.fields}>
          <TextField {...typed('primaryMobile')} kind="mobile" />
          <TextField {...typed('alternateMobile')} kind="mobile" />
          <TextField {...typed('emailAddress')} kind="email" />
        </div>
      </Section>
      <Section title={t('ui.wizard.section.request')}>
        {earlier?.requestCategory && !customer.requestCategory && (
          <LastSubject known={earlier} onTake={acts.customer} />
        )}
        <div className={looks.fields}>
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
        <div className={looks.fields}>
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

interface KnownCustomerFieldProps {
  value: string;
  onChange(name: string): void;
  onChoose(customer: KnownCustomer): void;
}

const least = 2;
const none: KnownCustomer[] = [];

function useKnown(typed: string) {
  const [q] = useDebouncedValue(typed.trim(), 250);
  const { data = none } = useQuery({
    queryKey: ['known-customers', q],
    queryFn: ({ signal }) => customersLike(q, signal),
    enabled: q.length >= least,
    staleTime: 60_000,
    retry: false,
  });
  return q.length >= least ? data : none;
}

/** The name field suggests customers of earlier requests; choosing one fills in the rest. */
function KnownCustomerField({ value, onChange, onChoose }: KnownCustomerFieldProps) {
  const { t } = useTranslation();
  const error = useError('customerName');
  const [isTyping, setIsTyping] = useState(false);
  const known = useKnown(isTyping ? value : '');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });

  const choose = (place: string) => {
    const customer = known[Number(place)];
    setIsTyping(false);
    combobox.closeDropdown();
    if (customer) onChoose(customer);
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} shadow="md">
      <Combobox.Target>
        <TextInput
          data-field="customerName"
          label={labelOf(t, 'customerName')}
          description={t('ui.wizard.known.hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          withAsterisk
          value={value}
          maxLength={customerRules.customerName.max}
          error={error}
          autoComplete="off"
          onChange={(event) => {
            onChange(event.currentTarget.value);
            setIsTyping(true);
            combobox.openDropdown();
          }}
          onBlur={() => {
            combobox.closeDropdown();
            if (value.trim() !== value) onChange(value.trim());
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={known.length === 0}>
        <Combobox.Options aria-label={t('ui.wizard.known.label')} className="listbox">
          {known.map((customer, at) => (
            <Combobox.Option key={`${customer.customerReference} ${customer.emailAddress} ${at}`} value={String(at)}>
              <Box component="span" display="block" fw={500}>
                {customer.customerName}
              </Box>
              <Box
                component="span"
                className={`${classes.knownMore} ${looks.clipped}`}
                display="block"
                fz="xs"
                c="dimmed"
              >
                {[customer.emailAddress, customer.primaryMobile, customer.city].filter(Boolean).join(' · ')}
              </Box>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
