import { Switch } from '@mantine/core';
import { confirm } from '@/lib/feedback';
import { useTranslation } from '@/lib/wording';
import { isFilled, type PartyValues, partyName } from '../model/values';
import type { Acts } from '../use-wizard';
import classes from '../wizard.module.css';

interface Props {
  party: PartyValues;
  parties: PartyValues[];
  acts: Acts;
}

/** Whether a party may authorise others; switching it off removes them, after a confirmation if data would be lost. */
export function MayAuthorise({ party, parties, acts }: Props) {
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
