import type { Envelope } from './types';

/** Has the person confirm who they are; false when they would not. */
type Asker = () => Promise<boolean>;

let asker: Asker | undefined;
let running: Promise<boolean> | undefined;

/** Where nobody asks, as on the customers' side, what wants confirming stays refused. */
export function onStepUp(next: Asker) {
  asker = next;
  return () => {
    if (asker === next) asker = undefined;
  };
}

/** Calls refused together share one question. */
export function stepUp(): Promise<boolean> {
  running ??= (asker?.() ?? Promise.resolve(false)).finally(() => {
    running = undefined;
  });
  return running;
}

/** Refused only until a second factor confirms it. The answer itself stays unread. */
export async function wantsStepUp(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const { data } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as Partial<Envelope<unknown>>;
  return data?.ErrorCodeDTO?.[0]?.code === 'stepUp';
}
