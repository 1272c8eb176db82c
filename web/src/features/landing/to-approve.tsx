import { Box, Center, Flex } from '@mantine/core';
import { IconChevronRight, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { isAdministrator, pathOfProposals, useProposals } from '@/lib/proposals';
import { useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import classes from './landing.module.css';

/** The changes that wait for the user's approval, and the way to them. */
export function ToApprove() {
  const { t } = useTranslation();
  const auth = useAuth();
  const { data } = useProposals(isAdministrator(auth));
  const count = data?.filter(({ allowed }) => allowed.includes('approve')).length ?? 0;
  if (count === 0) return null;
  return (
    <Link
      to={pathOfProposals}
      className={`${classes.review} ${looks.plainLink} ${looks.card}`}
      style={{ marginBottom: '24px', paddingBlock: '12px', paddingInline: '20px' }}
    >
      <Center
        component="span"
        className={classes.reviewIcon}
        flex="none"
        c="var(--turn)"
        bg="var(--turn-tint)"
        bdrs="md"
      >
        <IconUsers size={20} stroke={1.6} aria-hidden />
      </Center>
      <Flex component="span" direction="column" gap={2} flex={1} miw={0}>
        <Box component="span" fw={600}>
          {t('ui.proposals.toApprove', { count })}
        </Box>
        <Box component="span" fz="sm" c="dimmed">
          {t('ui.proposals.toApproveText')}
        </Box>
      </Flex>
      <IconChevronRight size={16} stroke={1.75} color="var(--ink-3)" aria-hidden />
    </Link>
  );
}
