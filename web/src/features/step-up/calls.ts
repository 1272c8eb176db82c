import { call } from '@/lib/api';
import { type Asked, type Challenge, challengeOf } from '@/lib/second-factor';

const own = {
  area: 'sms',
  resource: 'stepup',
  screenId: '',
  failure: 'inline',
  success: 'none',
} as const;

export async function startStepUp(): Promise<Challenge> {
  const { data } = await call<Asked>({ ...own, operation: 'S', body: {} });
  return challengeOf(data.record as Asked);
}

/** A correct code allows sensitive actions for a while in this session. */
export async function endStepUp(factorRef: string, factorCode: string) {
  await call({ ...own, operation: 'U', body: { factorRef, factorCode } });
}
