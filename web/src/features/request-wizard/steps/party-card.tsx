import { Box, Button, Flex, Switch, Text } from '@mantine/core';
import { IconTrash, IconUserPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { flushSync } from 'react-dom';
import { IconButton } from '@/components/icon-button';
import { confirm } from '@/lib/feedback';
import looks from '@/lib/theme/looks.module.css';
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
    <Box component="section" className={`${classes.party} ${looks.card}`} mb={16} aria-labelledby={id}>
      <Flex component="header" className={classes.partyHead} align="center" gap={8}>
        <Text id={id} component="h3" fz="lg" fw={600}>
          {title}
        </Text>
        {party.primaryParty && (
          <Box
            component="span"
            px={8}
            py={4}
            fz="xs"
            fw={500}
            c="var(--brand-text)"
            bg="var(--brand-tint)"
            bdrs="var(--radius-pill)"
          >
            {t('ui.wizard.party.primary')}
          </Box>
        )}
        <Box component="span" flex={1} />
        {!party.primaryParty && <RemoveParty party={party} title={title} acts={acts} />}
      </Flex>
      <PartyFields party={party} at={at} acts={acts} />
      <MayAuthorise party={party} parties={parties} acts={acts} />
      <PartyRemarks party={party} at={at} parties={parties} acts={acts} />
      <DocumentList party={party} at={at} acts={acts} proposed={proposed} />
      {party.authorizeOtherPty && <Authorised party={party} parties={parties} acts={acts} />}
    </Box>
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
    <Box component="section" className={looks.lineAbove} pt={16} mt={20} aria-labelledby={id}>
      <Text id={id} component="h4" mb={4} fz="md" fw={600}>
        {t('ui.wizard.authorised.title')}
      </Text>
      <Text className={classes.hint} fz="sm" c="dimmed">
        {t('ui.wizard.authorised.about')}
      </Text>
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
    </Box>
  );
}

interface MayAuthoriseProps {
  party: PartyValues;
  parties: PartyValues[];
  acts: Acts;
}

/** Whether a party may authorise others; switching it off removes them, after a confirmation if data would be lost. */
function MayAuthorise({ party, parties, acts }: MayAuthoriseProps) {
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
      className={classes.switch}
      label={t('ui.wizard.party.mayAuthorise')}
      checked={party.authorizeOtherPty}
      onChange={(event) => void set(event.currentTarget.checked)}
    />
  );
}

/** Remarks to a party; those to the first may go to all. */
function PartyRemarks({ party, at, parties, acts }: PartyProps & { parties: PartyValues[] }) {
  const { t } = useTranslation();
  const isShared = parties.some((each) => each.sameRemarksToAllPty);
  if (isShared && !party.primaryParty) {
    return (
      <Text className={classes.hint} fz="sm" c="dimmed">
        {t('ui.wizard.party.remarksShared')}
      </Text>
    );
  }
  return (
    <Box className={classes.remarks} mt={16}>
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
          className={classes.switch}
          label={labelOf(t, 'sameRemarksToAllPty')}
          checked={party.sameRemarksToAllPty}
          onChange={(event) => acts.party(party.key, { sameRemarksToAllPty: event.currentTarget.checked })}
        />
      )}
    </Box>
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
  return <IconButton Icon={IconTrash} size={36} label={t('ui.wizard.party.remove', { name })} onClick={remove} />;
}
