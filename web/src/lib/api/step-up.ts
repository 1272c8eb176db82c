import type { Envelope } from './types';

/** Asks the user to confirm their identity; false when they decline. */
type Asker = () => Promise<boolean>;

let asker: Asker | undefined;
let running: Promise<boolean> | undefined;

/** Without a handler, as in the portal, such calls stay refused. */
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

/** True when only a second factor is missing. Does not consume the answer's body. */
export async function wantsStepUp(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const { data } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as Partial<Envelope<unknown>>;
  return data?.ErrorCodeDTO?.[0]?.code === 'stepUp';
}
