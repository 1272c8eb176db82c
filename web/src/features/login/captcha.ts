import { call, domain, send } from '@/lib/api';

export interface Captcha {
  captchaId: string;
  /** A data: url. */
  image: string;
  required: boolean;
  /** The audio resource; only some servers offer one. */
  audio?: string;
}

const openCall = { area: 'sms', anonymous: true, failure: 'inline' } as const;

/** Null when this server uses no captcha. */
export async function newCaptcha(): Promise<Captcha | null> {
  const { captcha } = await domain();
  if (!captcha) return null;
  const { data } = await call<Captcha>({ ...openCall, resource: 'captcha' });
  return data.record?.required === false ? null : (data.record ?? null);
}

/** The captcha as speech in the page's language, a WAV file. */
export async function soundOf({ captchaId, audio = '' }: Captcha): Promise<ArrayBuffer> {
  const response = await send({ ...openCall, resource: audio, body: { captchaId } });
  return response.arrayBuffer();
}
