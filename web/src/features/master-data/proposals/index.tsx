import { Box, Button, Flex, Skeleton, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState, LoadFailed } from '@/components/empty-state';
import { type Proposal, useProposals } from '@/lib/proposals';
import { useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { type Deciding, DecisionDialog } from './decision-dialog';
import { ProposalCard } from './proposal-card';
import classes from './proposals.module.css';

/** All changes that wait for a second administrator, and the latest decisions. */
export default function Proposals() {
  const found = useProposals();
  const client = useQueryClient();
  const { t } = useTranslation();
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  if (found.isPending) return <Skeleton height={220} radius={12} />;
  if (!found.data) return <LoadFailed error={found.error} onRetry={() => void found.refetch()} />;
  const waiting = found.data.filter(({ state }) => state === 'waiting');
  const decided = found.data.filter(({ state }) => state !== 'waiting');
  const part = (title: string, proposals: Proposal[]) =>
    proposals.length > 0 && (
      <Flex component="section" direction="column" gap={12} mb={24}>
        <Text component="h2" fz="lg" fw={600}>
          {title}
        </Text>
        {proposals.map((proposal) => (
          <ProposalCard
            key={proposal.proposalId}
            proposal={proposal}
            isBusy={deciding !== null}
            onDecide={(action) => setDeciding({ action, proposals: [proposal] })}
          />
        ))}
      </Flex>
    );
  return (
    <>
      {waiting.length === 0 && (
        <Box className={looks.card} mb={24}>
          <EmptyState Icon={IconUsers} words="ui.proposals.empty" />
        </Box>
      )}
      <Several waiting={waiting} onDecide={setDeciding} />
      {part(t('ui.proposals.waiting', { count: waiting.length }), waiting)}
      {part(t('ui.proposals.earlier'), decided)}
      {deciding && (
        <DecisionDialog {...deciding} onClose={() => setDeciding(null)} onDone={() => client.invalidateQueries()} />
      )}
    </>
  );
}

/** One decision for all that one person proposed for one resource, such as the screens of a role. */
function Several({ waiting, onDecide }: { waiting: Proposal[]; onDecide(deciding: Deciding): void }) {
  const { t } = useTranslation();
  const { userId } = useAuth();
  const open = waiting.filter(({ allowed, proposedBy }) => allowed.includes('approve') && proposedBy !== userId);
  const groups = new Map<string, Proposal[]>();
  for (const proposal of open) {
    const group = `${proposal.resource} ${proposal.proposedBy}`;
    groups.set(group, [...(groups.get(group) ?? []), proposal]);
  }
  return [...groups.values()]
    .filter((proposals) => proposals.length > 1)
    .map((proposals) => (
      <Flex key={proposals[0]?.proposalId} wrap="wrap" gap={8} mb={12}>
        <Button
          className={classes.all}
          size="xs"
          variant="default"
          onClick={() => onDecide({ action: 'approve', proposals })}
        >
          {t('ui.proposals.all', {
            count: proposals.length,
            many: t(`resource.${proposals[0]?.resource}.many`),
            who: proposals[0]?.proposedBy,
          })}
        </Button>
      </Flex>
    ));
}
