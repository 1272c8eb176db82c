import { Box, Button, CloseButton, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { domain } from '@/lib/api';
import { useLoaded } from '@/lib/loaded';
import { dutyOf } from '@/lib/permissions';
import { useRemembered } from '@/lib/remembered';
import { useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';

const steps = {
  requestor: ['request', 'mailbox', 'review'],
  reviewer: ['queue', 'mailbox', 'decide'],
  administrator: ['setup', 'templates', 'roles'],
  viewer: ['follow', 'timeline', 'roles'],
} as const;

/** Three steps for a newcomer to a demo, by what the role does, until they are closed. */
export function Tour() {
  const { t } = useTranslation();
  const { data } = useLoaded(domain);
  const [seen, remember] = useRemembered('tour');
  const [at, setAt] = useState(0);
  const duty = dutyOf(useAuth());
  if (!data?.demo || seen.length > 0) return null;
  const own = steps[duty];
  const name = own[at] as (typeof own)[number];
  const close = () => remember(['seen']);
  return (
    <Box component="section" bg="var(--info-tint)" mb={24} p={20} bdrs="md" aria-label={t('ui.tour.title')}>
      <Group wrap="nowrap" justify="space-between" gap={12}>
        <Text fz="xs" c="dimmed">
          {t('ui.tour.title')} · {t('ui.tour.step', { at: at + 1, all: own.length })}
        </Text>
        <CloseButton aria-label={t('ui.tour.done')} onClick={close} />
      </Group>
      <div aria-live="polite">
        <Text component="h2" fz="lg" fw={600}>
          {t(`ui.tour.steps.${name}.title`)}
        </Text>
        <Text mt={4} fz="md">
          {t(`ui.tour.steps.${name}.text`)}{' '}
          {name === 'mailbox' && (
            <a className={looks.textLink} href="/demo/mailbox">
              /demo/mailbox
            </a>
          )}
        </Text>
      </div>
      <Group wrap="nowrap" gap={8} mt={12}>
        {at > 0 && (
          <Button variant="default" size="xs" onClick={() => setAt(at - 1)}>
            {t('ui.tour.back')}
          </Button>
        )}
        <Button size="xs" onClick={() => (at + 1 < own.length ? setAt(at + 1) : close())}>
          {t(at + 1 < own.length ? 'ui.tour.next' : 'ui.tour.done')}
        </Button>
      </Group>
    </Box>
  );
}
