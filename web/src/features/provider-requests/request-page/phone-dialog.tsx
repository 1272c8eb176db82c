import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { Box, Button, Loader, Modal, Stack, Text } from '@mantine/core';
import { useCallback } from 'react';
import { FormMessage } from '@/components/form';
import { call, messageOf } from '@/lib/api';
import { clockText, useCountdown } from '@/lib/countdown';
import { useFocusBack } from '@/lib/focus-back';
import { useLoaded } from '@/lib/loaded';
import { useTranslation } from '@/lib/wording';

interface Answer {
  /** The source of an image. Only the picture carries the address. */
  qr: string;
  /** Seconds. */
  expiresIn: number;
}

async function newCode(txnRefNo: string) {
  const { data } = await call<Answer>({
    area: 'sms',
    resource: 'handoff',
    operation: 'S',
    screenId: 'SD-CUS-001',
    body: { txnRefNo },
    failure: 'inline',
    success: 'none',
    quiet: true,
  });
  const { qr, expiresIn } = data.record as Answer;
  return { qr, goodUntil: Date.now() + expiresIn * 1000 };
}

interface Props {
  txnRefNo: string;
  onClose(): void;
}

/** A code for the camera of a phone, which works once and for a few minutes. */
export default function PhoneDialog({ txnRefNo, onClose }: Props) {
  const { t } = useTranslation();
  useFocusBack(true);
  const load = useCallback(() => newCode(txnRefNo), [txnRefNo]);
  const { data, failed, error, reload } = useLoaded(load);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('ui.provider.phone.button')}
      size={420}
      radius="lg"
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('ui.common.close'), size: 44, iconSize: 20 }}
    >
      <Stack gap={16} align="center">
        <Text c="dimmed">{t('ui.provider.phone.text')}</Text>
        {data && <Code {...data} onAgain={reload} />}
        {!data && !failed && <Loader aria-label={t('ui.common.loading')} />}
        {failed && (
          <>
            <FormMessage>{messageOf(error)}</FormMessage>
            <Button variant="default" onClick={reload}>
              {t('ui.common.retry')}
            </Button>
          </>
        )}
        <Text fz="sm" c="dimmed">
          {t('ui.provider.phone.shown')}
        </Text>
      </Stack>
    </Modal>
  );
}

interface CodeProps {
  qr: string;
  goodUntil: number;
  onAgain(): void;
}

function Code({ qr, goodUntil, onAgain }: CodeProps) {
  const { t } = useTranslation();
  const left = useCountdown(goodUntil);
  const isOver = left === 0;
  return (
    <>
      {/* The margin is part of the picture; readers need it light in every theme. */}
      {!isOver && <Box component="img" src={qr} alt={t('ui.provider.phone.qr')} w={264} h={264} bg="white" bdrs="md" />}
      {!isOver && <Text fz="sm">{t('ui.provider.phone.goodFor', { time: clockText(left) })}</Text>}
      <div role="status">{isOver && <FormMessage tone="info">{t('ui.provider.phone.over')}</FormMessage>}</div>
      {isOver && (
        <Button variant="default" onClick={onAgain}>
          {t('ui.provider.phone.again')}
        </Button>
      )}
    </>
  );
}
