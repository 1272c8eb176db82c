import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from '@/lib/wording';
import { addingTo, focusNewParty } from '../focus';
import type { Known } from '../model/change';
import { limits } from '../model/fields';
import type { PartyValues } from '../model/values';
import type { Acts } from '../use-wizard';
import classes from '../wizard.module.css';
import { AuthorisedFields } from './authorised-fields';
import { DocumentList } from './document-list';
import { MayAuthorise } from './may-authorise';
import { PartyFields } from './party-fields';
import { PartyRemarks } from './party-remarks';
import { RemoveParty } from './remove-party';

interface Props {
  party: PartyValues;
  /** Its index among all parties, as the server counts them. */
  at: number;
  /** The displayed number; authorised parties do not count. */
  number: number;
  parties: PartyValues[];
  acts: Acts;
  proposed: Known[];
}

export function PartyCard({ party, at, number, parties, acts, proposed }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const title = t('ui.wizard.party.number', { number });
  return (
    <section className={`${classes.party} p-20 mb-16 card`} aria-labelledby={id}>
      <header className={`${classes.partyHead} row gap-8`}>
        <h3 id={id} className="title">
          {title}
        </h3>
        {party.primaryParty && (
          <span className="py-4 px-8 tint-brand pill-shape text-12 medium brand">
            {t('ui.wizard.party.primary')}
          </span>
        )}
        <span className="grow" />
        {!party.primaryParty && <RemoveParty party={party} title={title} acts={acts} />}
      </header>
      <PartyFields party={party} at={at} acts={acts} />
      <MayAuthorise party={party} parties={parties} acts={acts} />
      <PartyRemarks party={party} at={at} parties={parties} acts={acts} />
      <DocumentList party={party} at={at} acts={acts} proposed={proposed} />
      {party.authorizeOtherPty && <Authorised party={party} parties={parties} acts={acts} />}
    </section>
  );
}

function Authorised({ party, parties, acts }: Pick<Props, 'party' | 'parties' | 'acts'>) {
  const { t } = useTranslation();
  const id = useId();
  const named = parties.filter((each) => each.authorisedBy === party.key);
  const add = () => {
    acts.addParty(party.key);
    focusNewParty(parties.length);
  };
  return (
    <section className={`${classes.inner} mt-20 line-above`} aria-labelledby={id}>
      <h4 id={id} className="m-0 mb-4 text-14 strong">
        {t('ui.wizard.authorised.title')}
      </h4>
      <p className={`${classes.hint} m-0 text-13 muted`}>{t('ui.wizard.authorised.about')}</p>
      {named.map((each, number) => (
        <AuthorisedFields
          key={each.key}
          party={each}
          at={parties.indexOf(each)}
          number={number + 1}
          parties={parties}
          acts={acts}
        />
      ))}
      <Button
        variant="default"
        size="xs"
        mt={10}
        data-field={addingTo(party.key)}
        leftSection={<IconUserPlus size={15} aria-hidden />}
        disabled={parties.length >= limits.parties}
        onClick={add}
      >
        {t('ui.wizard.authorised.add')}
      </Button>
    </section>
  );
}
