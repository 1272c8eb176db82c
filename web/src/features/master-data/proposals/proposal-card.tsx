import { Box, Button, Flex, Text, VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import { useDefinition } from '@/lib/definitions';
import { useFormats } from '@/lib/formats';
import type { Decision, Proposal } from '@/lib/proposals';
import looks from '@/lib/theme/looks.module.css';
import { useUserNames } from '@/lib/user-names';
import { useTranslation } from '@/lib/wording';
import { useLabels } from '../data/use-choices';
import { type Definition, type Field, fieldOf, type MasterRecord, type Value } from '../model/definition';
import { labelText, useDisplay } from '../words';
import classes from './proposals.module.css';

interface Props {
  proposal: Proposal;
  isBusy: boolean;
  onDecide(action: Decision): void;
}

/** The fields that a proposal shows: the key, and what changes. */
const fieldsOf = (definition: Definition, { key = {}, changes }: Proposal): Field[] =>
  [...Object.keys(key), ...changes.map(({ field }) => field)].flatMap((name) => fieldOf(definition, name) ?? []);

/** Shows values with names instead of codes. */
function useShown(definition: Definition, proposal: Proposal) {
  const fields = useMemo(() => fieldsOf(definition, proposal), [definition, proposal]);
  const records = useMemo(() => {
    const of = (side: 'old' | 'new'): MasterRecord => ({
      ...proposal.key,
      ...Object.fromEntries(proposal.changes.map((change) => [change.field, change[side] ?? null])),
    });
    return [of('old'), of('new')];
  }, [proposal]);
  const display = useDisplay(useLabels(fields, records));
  return (name: string, value: Value | undefined) => {
    const field = fieldOf(definition, name);
    return (field && display(field, { ...records[1], [name]: value ?? null })) || '';
  };
}

export function ProposalCard(props: Props) {
  const { definition } = useDefinition(props.proposal.resource ?? 'master');
  return definition ? <Card {...props} definition={definition} /> : null;
}

function Card({ proposal, definition, isBusy, onDecide }: Props & { definition: Definition }) {
  const { t } = useTranslation();
  const shown = useShown(definition, proposal);
  const { resource } = definition;
  const { key = {}, operation = 'U' } = proposal;
  const one = t(`resource.${resource}.one`);
  const name = Object.entries(key).map(([field, value]) => shown(field, value));
  return (
    <Flex
      component="article"
      className={looks.card}
      maw={760}
      direction="column"
      gap={8}
      px={{ base: 16, sm: 20 }}
      py={16}
      aria-label={one}
    >
      <Text component="h3" className={looks.break} fz="lg" fw={600}>
        {t(`ui.proposals.operation.${operation}`, { one })}
        {name.length > 0 && <Box component="span" fw={500}>{`: ${name.filter(Boolean).join(' · ')}`}</Box>}
      </Text>
      <Box component="ul" className={`${classes.changes} ${looks.break}`} m={0}>
        {proposal.changes
          .filter(({ field, isSecret, new: next }) => !(field in key) && (isSecret || operation === 'U' || next))
          .map((change) => (
            <li key={change.field}>
              <Box component="span" c="dimmed">
                {labelText(t, resource, change.field)}:{' '}
              </Box>
              <ChangeText change={change} isUpdate={operation === 'U'} shown={shown} />
            </li>
          ))}
      </Box>
      <Persons proposal={proposal} />
      {proposal.allowed.length > 0 && (
        <Flex wrap="wrap" gap={8} mt={4}>
          {proposal.allowed.map((action) => (
            <Button
              key={action}
              size="xs"
              variant={action === 'approve' ? 'filled' : 'default'}
              disabled={isBusy}
              onClick={() => onDecide(action)}
            >
              {t(`ui.proposals.${action}`)}
            </Button>
          ))}
        </Flex>
      )}
    </Flex>
  );
}

interface ChangeTextProps {
  change: Proposal['changes'][number];
  isUpdate: boolean;
  shown(name: string, value: Value | undefined): string;
}

function ChangeText({ change, isUpdate, shown }: ChangeTextProps) {
  const { t } = useTranslation();
  if (change.isSecret)
    return (
      <Box component="span" fw={500}>
        {t('ui.proposals.secret')}
      </Box>
    );
  const none = t(change.field === 'fourEyes' ? 'ui.proposals.default' : 'ui.proposals.none');
  const text = (value: Value | undefined) => shown(change.field, value) || none;
  if (!isUpdate)
    return (
      <Box component="span" fw={500}>
        {text(change.new)}
      </Box>
    );
  return (
    <Box component="span" fw={500}>
      {text(change.old)} <span aria-hidden>→</span>
      <VisuallyHidden component="span">{t('ui.proposals.becomes')}</VisuallyHidden> {text(change.new)}
    </Box>
  );
}

/** Who proposed it and when, and who decided. */
function Persons({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const { proposedBy, proposedOn, decidedBy, decidedOn, state, remarks } = proposal;
  const nameOf = useUserNames([proposedBy, decidedBy]);
  const named = (id: string) => (nameOf(id) === id ? id : `${nameOf(id)} (${id})`);
  return (
    <Text className={looks.break} fz="sm" c="dimmed">
      {t('ui.proposals.by', { who: named(proposedBy), on: moment(proposedOn) })}
      {decidedBy && decidedOn && (
        <> {t(`ui.proposals.decided.${state}`, { who: named(decidedBy), on: moment(decidedOn) })}</>
      )}
      {remarks && ` ${t('ui.proposals.because', { remarks })}`}
    </Text>
  );
}
