import { useEffect, useRef, useState } from 'react';
import { ApiError } from '@/lib/api';
import { type Captcha, soundOf } from './captcha';

/** `heard`: played as often as the server allows for one captcha. */
export type SoundState = 'silent' | 'loading' | 'playing' | 'failed' | 'heard';

/** The content security policy blocks media elements, so the sound is decoded and played with Web Audio. */
async function play(context: AudioContext, captcha: Captcha, onEnd: () => void) {
  const source = context.createBufferSource();
  source.buffer = await context.decodeAudioData(await soundOf(captcha));
  source.connect(context.destination);
  source.onended = onEnd;
  source.start();
}

export function useCaptchaSound(captcha: Captcha) {
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
