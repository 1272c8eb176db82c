import { Box, Group, Text } from '@mantine/core';
import { IconPlayerStop, IconRefresh, IconVolume } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainField } from '@/components/form';
import { IconButton } from '@/components/icon-button';
import { ApiError, send } from '@/lib/api';
import looks from '@/lib/theme/looks.module.css';
import { type Captcha, openCall } from './log-in';
import classes from './login.module.css';

interface Props {
  captcha: Captcha;
  value: string;
  error: string | undefined;
  onChange(value: string): void;
  onRefresh(): void;
}

export default function CaptchaField({ captcha, value, error, onChange, onRefresh }: Props) {
  const { t } = useTranslation();
  return (
    <div>
      <Group gap={8} mb={12}>
        <Box
          src={captcha.image}
          alt={t('ui.login.captchaImage')}
          component="img"
          className={`${classes.picture} ${looks.outlined}`}
          flex={1}
          miw={0}
        />
        <IconButton
          Icon={IconRefresh}
          variant="default"
          size={44}
          label={t('ui.login.captchaRefresh')}
          onClick={onRefresh}
        />
        {captcha.audio && <Listen captcha={captcha} />}
      </Group>
      <PlainField
        name="captchaAnswer"
        label={t('ui.login.captcha')}
        hint={t('ui.login.captchaHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}

function Listen({ captcha }: { captcha: Captcha }) {
  const { t } = useTranslation();
  const { state, toggle } = useCaptchaSound(captcha);
  const name = t(state === 'playing' ? 'ui.login.captchaStop' : 'ui.login.captchaListen');
  return (
    <>
      <IconButton
        Icon={state === 'playing' ? IconPlayerStop : IconVolume}
        variant="default"
        size={44}
        label={name}
        loading={state === 'loading'}
        onClick={toggle}
      />
      {(state === 'failed' || state === 'heard') && (
        <Text className={classes.silent} fz="sm" c="var(--bad)" role="alert">
          {t(state === 'heard' ? 'ui.login.captchaHeard' : 'ui.login.captchaSilent')}
        </Text>
      )}
    </>
  );
}

/** The captcha as speech in the page's language, a WAV file. */
async function soundOf({ captchaId, audio = '' }: Captcha): Promise<ArrayBuffer> {
  const response = await send({ ...openCall, resource: audio, body: { captchaId } });
  return response.arrayBuffer();
}

/** `heard`: played as often as the server allows for one captcha. */
type SoundState = 'silent' | 'loading' | 'playing' | 'failed' | 'heard';

/** The content security policy blocks media elements, so the sound is decoded and played with Web Audio. */
async function play(context: AudioContext, captcha: Captcha, onEnd: () => void) {
  const source = context.createBufferSource();
  source.buffer = await context.decodeAudioData(await soundOf(captcha));
  source.connect(context.destination);
  source.onended = onEnd;
  source.start();
}

function useCaptchaSound(captcha: Captcha) {
  const [state, setState] = useState<SoundState>('silent');
  const playing = useRef<AudioContext>(undefined);

  const stop = (next: SoundState = 'silent') => {
    playing.current?.close().catch(() => undefined);
    playing.current = undefined;
    setState(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new or removed captcha stops the sound
  useEffect(() => () => stop(), [captcha.captchaId]);

  const toggle = async () => {
    if (playing.current) return stop();
    // Created at once: browsers allow sound only during the click.
    const context = new AudioContext();
    playing.current = context;
    const isCurrent = () => playing.current === context;
    setState('loading');
    try {
      await play(context, captcha, () => isCurrent() && stop());
      if (isCurrent()) setState('playing');
    } catch (error) {
      const isHeard = error instanceof ApiError && error.status === 429;
      if (isCurrent()) stop(isHeard ? 'heard' : 'failed');
    }
  };
  return { state, toggle };
}
