import { Button, Switch } from '@mantine/core';
import { IconTrash, IconUserPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { flushSync } from 'react-dom';
import { IconButton } from '@/components/icon-button';
import { confirm } from '@/lib/feedback';
import { useTranslation } from '@/lib/wording';
import { TextField } from '../fields/text-field';
import { addingTo, focusNewParty, focusOneOf } from '../focus';
import type { Known } from '../model/change';
import { limits } from '../model/fields';
import { isFilled, type PartyValues, partyName } from '../model/values';
import type { Acts } from '../use-wizard';
import classes from '../wizard.module.css';
import { labelOf } from '../words';
import { DocumentList } from './document-list';
import { AuthorisedFields, PartyFields, type PartyProps } from './party-fields';

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

interface MayAuthoriseProps {
  party: PartyValues;
  parties: PartyValues[];
  acts: Acts;
}

/** Whether a party may authorise others; switching it off removes them, after a confirmation if data would be lost. */
export function MayAuthorise({ party, parties, acts }: MayAuthoriseProps) {
  const { t } = useTranslation();
  const set = async (authorizeOtherPty: boolean) => {
    const lost = parties
      .filter(({ authorisedBy }) => authorisedBy === party.key)
      .map((each, at) => ({
        each,
        name: partyName(each) || t('ui.wizard.authorised.number', { number: at + 1 }),
      }))
      .filter(({ each }) => isFilled(each));
    const names = lost.map(({ name }) => name).join(', ');
    if (authorizeOtherPty || lost.length === 0 || (await confirm('remove', names)))
      acts.party(party.key, { authorizeOtherPty });
  };
  return (
    <Switch
      className={`${classes.switch} mt-4`}
      label={t('ui.wizard.party.mayAuthorise')}
      checked={party.authorizeOtherPty}
      onChange={(event) => void set(event.currentTarget.checked)}
    />
  );
}

/** Remarks to a party; those to the first may go to all. */
export function PartyRemarks({ party, at, parties, acts }: PartyProps & { parties: PartyValues[] }) {
  const { t } = useTranslation();
  const isShared = parties.some((each) => each.sameRemarksToAllPty);
  if (isShared && !party.primaryParty) {
    return <p className={`${classes.hint} m-0 text-13 muted`}>{t('ui.wizard.party.remarksShared')}</p>;
  }
  return (
    <div className={`${classes.remarks} mt-16`}>
      <TextField
        path={`parties[${at}].requestRemarks`}
        value={party.requestRemarks}
        onChange={(requestRemarks) => acts.party(party.key, { requestRemarks })}
        max={limits.remarks}
        hint={t('ui.wizard.party.remarksHint')}
        isLong
      />
      {party.primaryParty && parties.length > 1 && (
        <Switch
          className={`${classes.switch} mt-4`}
          label={labelOf(t, 'sameRemarksToAllPty')}
          checked={party.sameRemarksToAllPty}
          onChange={(event) => acts.party(party.key, { sameRemarksToAllPty: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}

export function RemoveParty({ party, title, acts }: { party: PartyValues; title: string; acts: Acts }) {
  const { t } = useTranslation();
  const name = partyName(party) || title;
  const remove = async () => {
    if (!(await confirm('remove', name))) return;
    flushSync(() => acts.removeParty(party.key));
    focusOneOf([addingTo(party.authorisedBy)]);
  };
  return (
    <IconButton Icon={IconTrash} size={36} label={t('ui.wizard.party.remove', { name })} onClick={remove} />
  );
}
