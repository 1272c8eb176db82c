import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '@/lib/wording';
import { customersLike, type KnownCustomer } from '../data/calls';
import { customerRules } from '../model/fields';
import classes from '../wizard.module.css';
import { labelOf, useError } from '../words';

interface Props {
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
export function KnownCustomerField({ value, onChange, onChoose }: Props) {
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
            <Combobox.Option
              key={`${customer.customerReference} ${customer.emailAddress} ${at}`}
              value={String(at)}
            >
              <span className="block medium">{customer.customerName}</span>
              <span className={`${classes.knownMore} block text-12 muted`}>
                {[customer.emailAddress, customer.primaryMobile, customer.city].filter(Boolean).join(' · ')}
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
