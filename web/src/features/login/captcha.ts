import { call, domain } from '@/lib/api';

export interface Captcha {
  captchaId: string;
  /** A data: url. */
  image: string;
  required: boolean;
  /** Only some servers offer to read it out. */
  audio?: string;
}

/** Null when this server asks for none. */
export async function newCaptcha(): Promise<Captcha | null> {
  const { captcha } = await domain();
  if (!captcha) return null;
  const { data } = await call<Captcha>({
    area: 'sms',
    resource: 'captcha',
    anonymous: true,
    failure: 'inline',
  });
  return data.record?.required === false ? null : (data.record ?? null);
}
