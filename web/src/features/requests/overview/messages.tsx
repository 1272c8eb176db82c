import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useOnce } from '@/lib/on-demand';
import type { DocRequest } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import classes from './overview.module.css';

const MessageDrawer = lazy(() => import('./message-drawer'));

/** The messages to the parties, fetched when opened. */
export function Messages({ request, screenId }: { request: DocRequest; screenId: string }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const isUsed = useOnce(opened);
  return (
    <section className={`${classes.box} p-20 card ${classes.screenOnly}`}>
      <h2 className={`${classes.heading} title`}>{t('ui.requests.messages.title')}</h2>
      <p className="m-0 text-13 muted break">
        {t(request.sentOn ? 'ui.requests.messages.sent' : 'ui.requests.messages.unsent')}
      </p>
      <Button
        variant="default"
        fullWidth
        mt={12}
        leftSection={<IconMail size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('ui.requests.messages.open')}
      </Button>
      <Suspense>
        {isUsed && (
          <MessageDrawer
            opened={opened}
            request={request}
            screenId={screenId}
            onClose={() => setOpened(false)}
          />
        )}
      </Suspense>
    </section>
  );
}
