import { Switch } from '@mantine/core';
import { useTranslation } from '@/lib/wording';
import { TextField } from '../fields/text-field';
import { limits } from '../model/fields';
import type { PartyValues } from '../model/values';
import classes from '../wizard.module.css';
import { labelOf } from '../words';
import type { PartyProps } from './party-fields';

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
