import { useId } from 'react';
import { useTranslation } from '@/lib/wording';
import { ChoiceField } from '../fields/choice-field';
import { MasterField } from '../fields/master-field';
import { authLevels } from '../model/fields';
import { isAuthorised, type PartyValues, partyName } from '../model/values';
import classes from '../wizard.module.css';
import { labelOf } from '../words';
import { LanguageField, NotifyBy, type PartyProps, Person } from './party-fields';
import { RemoveParty } from './remove-party';

interface Props extends PartyProps {
  number: number;
  parties: PartyValues[];
}

/** A person who acts for a party: the relationship, and the permissions. */
export function AuthorisedFields({ party, at, number, parties, acts }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const title = t('ui.wizard.authorised.number', { number });
  const levels = authLevels.map((value) => ({ value, label: t(`option.authLevel.${value}`) }));
  const authorisers = parties
    .filter((each) => !isAuthorised(each))
    .map((each, place) => ({ each, name: t('ui.wizard.party.number', { number: place + 1 }) }))
    .filter(({ each }) => each.authorizeOtherPty)
    .map(({ each, name }) => ({
      value: each.key,
      label: [name, partyName(each)].filter(Boolean).join(' · '),
    }));
  return (
    <section className="mt-8 p-16 surface rounded" aria-labelledby={id}>
      <header className={`${classes.partyHead} row gap-8`}>
        <h5 id={id} className="m-0 mb-4 text-14 strong">
          {title}
        </h5>
        <span className="grow" />
        <RemoveParty party={party} title={title} acts={acts} />
      </header>
      <div className={`${classes.grid} pair align-top gap-16`}>
        <Person party={party} at={at} acts={acts} />
        <MasterField
          path={`parties[${at}].relationship`}
          name="relationship"
          value={party.relationship}
          onChange={(relationship) => acts.party(party.key, { relationship })}
          required
        />
        <ChoiceField
          path={`parties[${at}].authLevel`}
          value={party.authLevel}
          choices={levels}
          onChange={(authLevel) => acts.party(party.key, { authLevel })}
          required
        />
        <ChoiceField
          path={`parties[${at}].authPartySeqNo`}
          label={labelOf(t, 'authPartySeqNo')}
          value={party.authorisedBy}
          choices={authorisers}
          onChange={(authorisedBy) => authorisedBy && acts.party(party.key, { authorisedBy })}
          required
        />
        <LanguageField party={party} at={at} acts={acts} />
        <NotifyBy party={party} at={at} acts={acts} />
      </div>
    </section>
  );
}
