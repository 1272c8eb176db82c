import { Button, Group } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormNotice } from '@/components/form/notice';
import { list, update } from '@/lib/api';
import { useFormats } from '@/lib/formats';
import { useUserNames } from '@/lib/user-names';
import { useTranslation } from '@/lib/wording';
import { keysOf, useScope } from '../../data/use-list';
import { type Definition, fieldOf, type Value } from '../../model/definition';
import { labelText, useDisplay } from '../../words';
import classes from '../custom-form.module.css';

type Action = 'approve' | 'decline' | 'withdraw';

interface EntityProposal {
  proposalId: string;
  state: 'waiting' | 'approved' | 'declined' | 'withdrawn';
  changes: { field: string; old: Value; new: Value }[];
  proposedBy: string;
  proposedOn: string;
  allowed: Action[];
}

const place = { area: 'admin', resource: 'master/proposal' } as const;
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
  const scope = useScope();
  const display = useDisplay(noLabel);
  const [busy, setBusy] = useState<Action | null>(null);
  const found = useQuery({
    queryKey: [...keysOf(scope, definition.resource), 'proposal'],
    queryFn: ({ signal }) => list<EntityProposal>(place, {}, { signal }),
  });
  const waiting = found.data?.content.find(({ state }) => state === 'waiting');
  const nameOf = useUserNames([waiting?.proposedBy]);
  if (!waiting) return null;
  const shown = (name: string, value: Value) => {
    const field = fieldOf(definition, name);
    const none = t(name === 'fourEyes' ? 'ui.rich.entity.proposal.default' : 'ui.rich.entity.proposal.none');
    return (field && display(field, { [name]: value })) || none;
  };
  const decide = async (action: Action) => {
    setBusy(action);
    try {
      await update(place, { proposalId: waiting.proposalId, action });
    } catch {
      // The error has been shown; fetch the newest state anyway.
    }
    await Promise.all([found.refetch(), onDecided()]);
    setBusy(null);
  };
  return (
    <FormNotice
      tone="warn"
      isQuiet
      icon={<IconUsers aria-hidden />}
      title={t('ui.rich.entity.proposal.title')}
    >
      {t('ui.rich.entity.proposal.text', { who: nameOf(waiting.proposedBy), on: moment(waiting.proposedOn) })}
      <ul className={`${classes.changes} m-0 mt-8 mb-12 strong break`}>
        {waiting.changes.map((change) => (
          <li key={change.field}>
            {t('ui.rich.entity.proposal.change', {
              label: labelText(t, definition.resource, change.field),
              old: shown(change.field, change.old),
              new: shown(change.field, change.new),
            })}
          </li>
        ))}
      </ul>
      <Group gap={8}>
        {waiting.allowed.map((action) => (
          <Button
            key={action}
            size="xs"
            variant={action === 'approve' ? 'filled' : 'default'}
            loading={busy === action}
            disabled={busy !== null && busy !== action}
            onClick={() => void decide(action)}
          >
            {t(`ui.rich.entity.proposal.${action}`)}
          </Button>
        ))}
      </Group>
    </FormNotice>
  );
}
