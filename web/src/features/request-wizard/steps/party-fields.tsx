import { Box, Checkbox, Flex, Group, Input, Text } from '@mantine/core';
import { memo, useId } from 'react';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { usePartyLevels } from '../data/use-masters';
import { ChoiceField, MasterField } from '../fields/choice-field';
import { TextField } from '../fields/text-field';
import { personNames, personRule } from '../model/fields';
import { isAuthorised, type PartyValues, partyName } from '../model/values';
import type { Acts } from '../use-wizard';
import classes from '../wizard.module.css';
import { labelOf, useError } from '../words';
import { RemoveParty } from './party-card';

export interface PartyProps {
  party: PartyValues;
  at: number;
  acts: Acts;
}

/** Name and contact details. */
export function Person({ party, at, acts }: PartyProps) {
  return personNames.map((name) => {
    const { max, kind, required } = personRule(name, party);
    return (
      <TextField
        key={name}
        path={`parties[${at}].${name}`}
        value={party[name]}
        onChange={(value) => acts.party(party.key, { [name]: value })}
        max={max}
        kind={kind}
        required={required}
      />
    );
  });
}

export const PartyFields = memo(function PartyFields({ party, at, acts }: PartyProps) {
  const { t } = useTranslation();
  const types = (['Customer', 'Banker'] as const).map((value) => ({
    value,
    label: t(`option.partyType.${value}`),
  }));
  return (
    <div className={looks.fields}>
      <Person party={party} at={at} acts={acts} />
      <ChoiceField
        path={`parties[${at}].partyType`}
        value={party.partyType}
        choices={types}
        required
        onChange={(value) => acts.party(party.key, { partyType: value as PartyValues['partyType'] })}
      />
      <LanguageField party={party} at={at} acts={acts} />
      <NotifyBy party={party} at={at} acts={acts} />
    </div>
  );
});

/** The language of the messages to this party. */
function LanguageField({ party, at, acts }: PartyProps) {
  const { t } = useTranslation();
  const languages = (['en', 'ta'] as const).map((value) => ({ value, label: t(`option.langCode.${value}`) }));
  return (
    <ChoiceField
      path={`parties[${at}].langCode`}
      value={party.langCode}
      choices={languages}
      required
      onChange={(value) => acts.party(party.key, { langCode: value as PartyValues['langCode'] })}
    />
  );
}

export function NotifyBy({ party, at, acts }: PartyProps) {
  const { t } = useTranslation();
  const path = `parties[${at}].emailNotification`;
  const error = useError(path);
  return (
    <Input.Wrapper label={t('ui.wizard.party.tell')} labelElement="div" withAsterisk error={error}>
      <Group className={classes.checks} role="group" aria-label={t('ui.wizard.party.tell')}>
        <Checkbox
          data-field={path}
          label={t('ui.wizard.party.email')}
          checked={party.emailNotification}
          error={error !== undefined}
          onChange={(event) => acts.party(party.key, { emailNotification: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('ui.wizard.party.sms')}
          checked={party.smsNotification}
          error={error !== undefined}
          onChange={(event) => acts.party(party.key, { smsNotification: event.currentTarget.checked })}
        />
      </Group>
    </Input.Wrapper>
  );
}

interface Props extends PartyProps {
  number: number;
  parties: PartyValues[];
}

/** A person who acts for a party: the relationship, and the permissions. */
export function AuthorisedFields({ party, at, number, parties, acts }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const title = t('ui.wizard.authorised.number', { number });
  const levels = usePartyLevels();
  const authorisers = parties
    .filter((each) => !isAuthorised(each))
    .map((each, place) => ({ each, name: t('ui.wizard.party.number', { number: place + 1 }) }))
    .filter(({ each }) => each.authorizeOtherPty)
    .map(({ each, name }) => ({
      value: each.key,
      label: [name, partyName(each)].filter(Boolean).join(' · '),
    }));
  return (
    <Box component="section" mt={8} p={16} bg="var(--surface)" bdrs="md" aria-labelledby={id}>
      <Flex component="header" className={classes.partyHead} align="center" gap={8}>
        <Text id={id} component="h5" mb={4} fz="md" fw={600}>
          {title}
        </Text>
        <Box component="span" flex={1} />
        <RemoveParty party={party} title={title} acts={acts} />
      </Flex>
      <div className={looks.fields}>
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
          choices={levels.choices}
          isLoading={levels.isPending}
          onRetry={levels.isError ? levels.refetch : undefined}
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
    </Box>
  );
}
