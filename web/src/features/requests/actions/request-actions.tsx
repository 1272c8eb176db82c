import { Button } from '@mantine/core';
import {
  IconArrowForwardUp,
  IconBan,
  IconBell,
  IconBellRinging,
  IconCalendarPlus,
  IconCheck,
  IconCopy,
  IconDots,
  IconFileCertificate,
  IconFilePlus,
  IconLink,
  IconLock,
  IconPencil,
  type IconProps,
  IconSend,
  IconTrash,
  IconUserPlus,
  IconX,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { ActionMenu } from '@/components/lazy-menu';
import { useOnce } from '@/lib/on-demand';
import type { DocRequest, RequestAction } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { useRequestRoutes } from '../request-routes';
import { useCopyLink } from './copy-link';

const RequestDialogs = lazy(() => import('./request-dialogs'));

/** The next step has its own button. */
const inSight: Record<DocRequest['nextAction'], RequestAction[]> = {
  send: ['send'],
  customer: ['notify', 'remind'],
  review: ['notify'],
  decide: ['approve', 'decline'],
  none: [],
};
const ofExpired: RequestAction[] = ['extend', 'decline'];
const groups: RequestAction[][] = [
  ['send', 'approve', 'edit', 'adddocument', 'addparty', 'notify', 'remind'],
  ['extend', 'forward', 'clone', 'hold'],
  ['decline', 'cancel', 'delete'],
];
const dangerous: RequestAction[] = ['decline', 'cancel', 'delete'];

/** The request's next step, as far as this user may take it. */
export const shownActions = ({ allowed, transactionStatus, nextAction }: DocRequest) =>
  (transactionStatus === 'Expired' ? ofExpired : inSight[nextAction]).filter((action) => allowed.includes(action));

/** Exactly the actions the server lists for this user and request. */
export function RequestActions({ request, screenId }: { request: DocRequest; screenId: string }) {
  const { t } = useTranslation();
  const [acting, setActing] = useState<RequestAction | null>(null);
  const isUsed = useOnce(acting !== null);
  const { create } = useRequestRoutes();
  const navigate = useNavigate();
  const { allowed, txnRefNo, nextAction } = request;
  const isPossible = (action: RequestAction) =>
    allowed.includes(action) &&
    (create !== undefined || !['edit', 'clone'].includes(action)) &&
    (action !== 'hold' || (request.legalHolds ?? []).length < 2);
  const shown = shownActions(request);
  const start = (action: RequestAction) => {
    const search = { edit: { txnRefNo }, clone: { clone: txnRefNo } }[action as string];
    if (search && create) void navigate({ to: create, search: search as never });
    else setActing(action);
  };
  const copyLink = useCopyLink();
  const link = { label: t('ui.requests.copyLink'), Icon: IconLink, onClick: () => copyLink(txnRefNo) };
  const rest = groups
    .map((group) => group.filter((action) => isPossible(action) && !shown.includes(action)))
    .filter((group) => group.length > 0)
    .flatMap((group, at) =>
      group.map((action, nth) => ({
        label: t(`ui.requests.action.${action}`),
        Icon: icons[action],
        onClick: () => start(action),
        isApart: at > 0 && nth === 0,
        isDangerous: dangerous.includes(action),
      })),
    );
  const isOpen = nextAction === 'customer';
  return (
    <>
      {shown.toReversed().map((action) => {
        const Icon = icons[action];
        return (
          <Button
            key={action}
            variant={action === shown[0] ? 'filled' : 'default'}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => start(action)}
          >
            {t(`ui.requests.action.${action}`)}
          </Button>
        );
      })}
      {(rest.length > 0 || isOpen) && (
        <ActionMenu
          items={() => (isOpen ? [link, ...rest] : rest)}
          button={(trigger) => (
            <IconButton
              Icon={IconDots}
              {...trigger}
              variant="default"
              className={looks.touch}
              size={36}
              label={t('ui.requests.moreActions')}
            />
          )}
        />
      )}
      <Suspense>
        {isUsed && (
          <RequestDialogs action={acting} request={request} screenId={screenId} onClose={() => setActing(null)} />
        )}
      </Suspense>
    </>
  );
}

export const icons: Record<RequestAction, ComponentType<IconProps>> = {
  send: IconSend,
  edit: IconPencil,
  delete: IconTrash,
  approve: IconCheck,
  decline: IconX,
  extend: IconCalendarPlus,
  cancel: IconBan,
  forward: IconArrowForwardUp,
  notify: IconBell,
  remind: IconBellRinging,
  adddocument: IconFilePlus,
  addparty: IconUserPlus,
  clone: IconCopy,
  hold: IconLock,
  evidence: IconFileCertificate,
};
