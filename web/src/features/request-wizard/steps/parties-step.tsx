import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from '@/lib/wording';
import { addingTo, focusNewParty } from '../focus';
import type { Known } from '../model/change';
import { limits } from '../model/fields';
import { isAuthorised, type PartyValues } from '../model/values';
import type { Acts } from '../use-wizard';
import classes from '../wizard.module.css';
import { PartyCard } from './party-card';

interface Props {
  parties: PartyValues[];
  acts: Acts;
  /** The documents the templates propose for this kind of request. */
  proposed: Known[];
}

/** All parties and their documents; authorised parties follow the one that authorised them. */
export const PartiesStep = memo(function PartiesStep({ parties, acts, proposed }: Props) {
  const { t } = useTranslation();
  const own = parties.filter((party) => !isAuthorised(party));
  const isFull = parties.length >= limits.parties;
  const add = () => {
    acts.addParty();
    focusNewParty(parties.length);
  };
  return (
    <>
      {own.map((party, number) => (
        <PartyCard
          key={party.key}
          party={party}
          at={parties.indexOf(party)}
          number={number + 1}
          parties={parties}
          acts={acts}
          proposed={proposed}
        />
      ))}
      <Button
        variant="default"
        data-field={addingTo(null)}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={add}
        disabled={isFull}
      >
        {t('ui.wizard.party.add')}
      </Button>
      {isFull && (
        <p className={`${classes.hint} m-0 text-13 muted`}>
          {t('ui.wizard.party.most', { count: limits.parties })}
        </p>
      )}
    </>
  );
});
