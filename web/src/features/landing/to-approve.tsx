import { IconChevronRight, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { isAdministrator, pathOfProposals, useProposals } from '@/lib/proposals';
import { useAuth } from '@/lib/session';
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
    <Link to={pathOfProposals} className={`${classes.review} plain-link row gap-12 py-12 px-20 mb-24 card`}>
      <span className={`${classes.reviewIcon} middle fixed rounded tint-turn`}>
        <IconUsers size={20} stroke={1.6} aria-hidden />
      </span>
      <span className="grid grow narrow gap-2">
        <span className="strong">{t('ui.proposals.toApprove', { count })}</span>
        <span className="text-13 muted">{t('ui.proposals.toApproveText')}</span>
      </span>
      <IconChevronRight size={16} stroke={1.75} className="fixed faint" aria-hidden />
    </Link>
  );
}
