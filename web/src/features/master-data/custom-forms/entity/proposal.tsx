import { Box, Button, Group } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { FormNotice } from '@/components/form/notice';
import { useFormats } from '@/lib/formats';
import { type Decision, decide, useProposals } from '@/lib/proposals';
import looks from '@/lib/theme/looks.module.css';
import { useUserNames } from '@/lib/user-names';
import { useTranslation } from '@/lib/wording';
import { type Definition, fieldOf, type Value } from '../../model/definition';
import { labelText, useDisplay } from '../../words';

const noLabel = () => '';

interface Props {
  definition: Definition;
  /** Refetch: the entity may have changed. */
  onDecided(): Promise<unknown>;
}

/** An entity change awaiting a second administrator: what, by whom, and the possible actions. */
export default function Proposal({ definition, onDecided }: Props) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const display = useDisplay(noLabel);
  const [busy, setBusy] = useState<Decision | null>(null);
  const found = useProposals();
  const waiting = found.data?.find(
    ({ state, resource = 'master' }) => state === 'waiting' && resource === definition.resource,
  );
  const nameOf = useUserNames([waiting?.proposedBy]);
  if (!waiting) return null;
  const shown = (name: string, value: Value | undefined) => {
    const field = fieldOf(definition, name);
    const none = t(name === 'fourEyes' ? 'ui.form.entity.proposal.default' : 'ui.form.entity.proposal.none');
    return (field && display(field, { [name]: value ?? null })) || none;
  };
  const onDecide = async (action: Decision) => {
    setBusy(action);
    try {
      await decide(waiting.proposalId, action);
    } catch {
      // The error has been shown; fetch the newest state anyway.
    }
    await Promise.all([found.refetch(), onDecided()]);
    setBusy(null);
  };
  return (
    <FormNotice tone="warn" isQuiet icon={<IconUsers aria-hidden />} title={t('ui.form.entity.proposal.title')}>
      {t('ui.form.entity.proposal.text', { who: nameOf(waiting.proposedBy), on: moment(waiting.proposedOn) })}
      <Box component="ul" className={looks.break} ps={20} m={0} mt={8} mb={12} fw={600}>
        {waiting.changes.map((change) => (
          <li key={change.field}>
            {t('ui.form.entity.proposal.change', {
              label: labelText(t, definition.resource, change.field),
              old: change.isSecret ? '•••' : shown(change.field, change.old),
              new: change.isSecret ? t('ui.proposals.secret') : shown(change.field, change.new),
            })}
          </li>
        ))}
      </Box>
      <Group gap={8}>
        {waiting.allowed.map((action) => (
          <Button
            key={action}
            size="xs"
            variant={action === 'approve' ? 'filled' : 'default'}
            loading={busy === action}
            disabled={busy !== null && busy !== action}
            onClick={() => void onDecide(action)}
          >
            {t(`ui.form.entity.proposal.${action}`)}
          </Button>
        ))}
      </Group>
    </FormNotice>
  );
}
