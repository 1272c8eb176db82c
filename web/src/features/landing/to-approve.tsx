import { Box } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { isAdministrator, pathOfProposals, useProposals } from '@/lib/proposals';
import { useAuth } from '@/lib/session';
import { tint } from '@/lib/theme/tint';
import { useTranslation } from '@/lib/wording';
import { LinkCard } from './link-card';

/** The changes that wait for the user's approval, and the way to them. */
export function ToApprove() {
  const { t } = useTranslation();
  const auth = useAuth();
  const { data } = useProposals(isAdministrator(auth));
  const count = data?.filter(({ allowed }) => allowed.includes('approve')).length ?? 0;
  if (count === 0) return null;
  return (
    <Box mb={24}>
      <LinkCard
        to={pathOfProposals}
        Icon={IconUsers}
        colours={tint('turn')}
        title={t('ui.proposals.toApprove', { count })}
        text={t('ui.proposals.toApproveText')}
      />
    </Box>
  );
}
