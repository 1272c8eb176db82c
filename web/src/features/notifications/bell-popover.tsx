import { Box, Flex, Popover, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { EmptyState, LoadFailed } from '@/components/empty-state';
import { type MenuButton, useLazyMenu } from '@/components/lazy-menu';
import { useFormats } from '@/lib/formats';
import type { NotificationEvent } from '@/lib/live';
import { pathOfProposals } from '@/lib/proposals';
import { pathOfRequest } from '@/lib/requests';
import { pathOfQueue } from '@/lib/review-queue';
import { type Auth, useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useUserNames } from '@/lib/user-names';
import { useTranslation } from '@/lib/wording';
import classes from './notifications.module.css';
import type { Bell, Notifications } from './use-notifications';

interface Props {
  button: MenuButton;
  name: string;
  notifications: Bell;
}

export default function BellPopover({ button, name, notifications }: Props) {
  const { opened, setOpened, button: ref } = useLazyMenu();
  const { data, error, refetch, read } = notifications;
  return (
    <Popover
      width={360}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      hideDetached={false}
      opened={opened}
      onChange={setOpened}
    >
      <Popover.Target>{button({ ref, onClick: () => setOpened(!opened) })}</Popover.Target>
      <Popover.Dropdown aria-label={name} className={`${classes.dropdown} ${looks.clipped}`} p={0}>
        <NotificationList
          notifications={data}
          error={error}
          onRetry={() => void refetch()}
          onRead={read}
          onClose={() => setOpened(false)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface NotificationListProps {
  notifications: Notifications | undefined;
  error: unknown;
  onRetry(): void;
  /** Without an id: all of them. */
  onRead(id?: string): void;
  onClose(): void;
}

function NotificationList({ notifications, error, onRetry, onRead, onClose }: NotificationListProps) {
  const { t } = useTranslation();
  if (error && !notifications) return <LoadFailed error={error} onRetry={onRetry} />;
  if (!notifications) return <Skeleton height={160} />;
  if (notifications.content.length === 0) {
    return <EmptyState Icon={IconBell} words="ui.shell.notificationNone" />;
  }
  return (
    <>
      <Flex
        component="header"
        className={looks.lineBelow}
        justify="space-between"
        align="center"
        gap={12}
        px={16}
        py={12}
      >
        <Text component="h2" fz="lg" fw={600}>
          {t('ui.shell.notification')}
        </Text>
        {notifications.unread > 0 && (
          <button type="button" className={looks.textLink} onClick={() => onRead()}>
            {t('ui.bell.readAll')}
          </button>
        )}
      </Flex>
      <Box component="ul" className={`${looks.plainList} ${looks.lines} ${looks.scrollY}`} mah="min(420px, 60dvh)">
        {notifications.content.map((each) => (
          <li key={each.notificationId}>
            <Entry
              entry={each}
              onFollow={() => {
                if (!each.isRead) onRead(each.notificationId);
                onClose();
              }}
              onRead={() => onRead(each.notificationId)}
            />
          </li>
        ))}
      </Box>
    </>
  );
}

const pathOfScreen = ({ screens }: Auth, code: string) => screens.find(({ screenCode }) => screenCode === code)?.path;

const proposalEvents = ['ProposalWaiting', 'SignOnChanged'];

/** One notification; links to what it is about. */
function Entry({ entry, onFollow, onRead }: { entry: NotificationEvent; onFollow(): void; onRead(): void }) {
  const auth = useAuth();
  const queue = entry.event === 'ReviewWaiting' ? pathOfQueue(auth) : undefined;
  const deliveries = entry.event === 'WebhookPaused' ? pathOfScreen(auth, 'SD-ADM-031') : undefined;
  const proposals = proposalEvents.includes(entry.event) ? pathOfProposals : undefined;
  const to = queue ?? deliveries ?? proposals ?? (entry.txnRefNo && pathOfRequest(auth, entry.txnRefNo));
  const words = <Words entry={entry} />;
  if (to) {
    return (
      <Link
        to={to}
        search={queue ? ({ txn: entry.txnRefNo } as never) : undefined}
        className={`inset-focus ${classes.entry} ${looks.plainButton}`}
        onClick={onFollow}
      >
        {words}
      </Link>
    );
  }
  return (
    <button
      type="button"
      className={`inset-focus ${classes.entry} ${looks.plainButton}`}
      onClick={onRead}
      disabled={entry.isRead}
    >
      {words}
    </button>
  );
}

function Words({ entry }: { entry: NotificationEvent }) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const about = [entry.documentTitle, entry.customerName, entry.txnRefNo].filter(Boolean).join(' · ');
  const isByHand = entry.actor && !entry.actor.startsWith('system:');
  const nameOf = useUserNames([entry.actor]);
  const by = isByHand && entry.actor ? t('ui.bell.by', { name: nameOf(entry.actor) }) : '';
  return (
    <>
      <Box
        component="span"
        className={classes.dot}
        flex="none"
        mt={4}
        bdrs="50%"
        data-unread={!entry.isRead || undefined}
      >
        {!entry.isRead && <VisuallyHidden component="span">{t('ui.bell.isUnread')}</VisuallyHidden>}
      </Box>
      <Flex component="span" direction="column" miw={0}>
        <Box component="span" fw={500}>
          {t([`option.templateFor.${entry.event}`, `ui.bell.event.${entry.event}`], entry.event)}
        </Box>
        {about && (
          <Box component="span" className={looks.break} fz="sm">
            {about}
          </Box>
        )}
        <Box component="span" fz="xs" c="dimmed">
          {[moment(entry.at), by].filter(Boolean).join(' · ')}
        </Box>
      </Flex>
    </>
  );
}
