import { sessionIdOf } from '@/lib/api/token';
import { expireSession } from '@/lib/feedback';
import { isProvider } from '@/lib/permissions';
import { isCustomer, type Kept, session } from '@/lib/session';

/** Staff and customers each hand on their own sessions only. */
type Side = 'staff' | 'customer';

type Message =
  | { ask: Side; from: string }
  | { to: string; kept: Kept; seen: number }
  | { active: string; at: number }
  | { ended: string; byUser: boolean };

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('session') : undefined;
const post = (message: Message) => channel?.postMessage(message);

function hear(act: (message: Message) => void) {
  const listener = ({ data }: MessageEvent<Message>) => act(data);
  channel?.addEventListener('message', listener);
  return () => channel?.removeEventListener('message', listener);
}

function mySide(): Side | undefined {
  const auth = session.auth();
  if (!auth || session.token() === '') return undefined;
  return isCustomer(auth) ? 'customer' : 'staff';
}

const lockOf = (side: Side) => `session ${side}`;

/** A tab with a session says so with a lock, which the browser releases when the tab closes. */
function isOpenElsewhere(side: Side): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return navigator.locks.query().then(
    ({ held = [] }) => held.some(({ name }) => name === lockOf(side)),
    () => true,
  );
}

/** Where no tab can be known to be open, only this long delays the login. */
const blindWait = 150;
const knownWait = 2_000;
/** After the first answer: the tab seen last has the session that is meant. */
const moreWait = 40;

/** Asks the open tabs of this browser for their session. Answers false if no tab has one. */
export async function takeOverSession(): Promise<boolean> {
  const side: Side = isProvider(window.location.pathname) ? 'customer' : 'staff';
  if (!channel || session.token() !== '' || !(await isOpenElsewhere(side))) return false;
  const from = crypto.getRandomValues(new Uint32Array(2)).join('-');
  const best = await new Promise<{ kept: Kept; seen: number } | undefined>((resolve) => {
    let found: { kept: Kept; seen: number } | undefined;
    const finish = () => {
      clearTimeout(timer);
      stop();
      resolve(found);
    };
    let timer = setTimeout(finish, navigator.locks ? knownWait : blindWait);
    const stop = hear((message) => {
      if (!('to' in message) || message.to !== from) return;
      if (!found) {
        clearTimeout(timer);
        timer = setTimeout(finish, moreWait);
      }
      if (!found || message.seen > found.seen) found = message;
    });
    post({ ask: side, from });
  });
  if (best) session.restore(best.kept);
  return best !== undefined;
}

/** Answers new tabs and follows what ends the session elsewhere, while there is a session. */
export function shareSession() {
  const side = mySide();
  let seen = Date.now();
  const look = () => {
    seen = Date.now();
  };
  const release = side ? hold(lockOf(side)) : () => undefined;
  const stop = hear((message) => {
    const id = sessionIdOf(session.token());
    if ('ask' in message && message.ask === mySide()) {
      post({ to: message.from, kept: session.kept(), seen: document.hidden ? seen : Date.now() });
    }
    if ('ended' in message && message.ended === id) expireSession({ elsewhere: message.byUser });
  });
  document.addEventListener('visibilitychange', look);
  return () => {
    release();
    stop();
    document.removeEventListener('visibilitychange', look);
  };
}

/** Holds a shared lock until it is released. */
function hold(name: string) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks?.request(name, { mode: 'shared' }, () => held).catch(() => undefined);
  return release;
}

/** Ends the session in the other tabs too. Call it while this tab still has its token. */
export function endInAllTabs({ byUser }: { byUser: boolean }) {
  const ended = sessionIdOf(session.token());
  if (ended) post({ ended, byUser });
}

/** At most one message a second, however the mouse moves. */
const activeEvery = 1_000;
let told = 0;

/** Activity in one tab counts in all tabs of its session. */
export function tellActivity(at: number) {
  if (!channel || at - told < activeEvery) return;
  told = at;
  const active = sessionIdOf(session.token());
  if (active) post({ active, at });
}

export const onActivityElsewhere = (act: (at: number) => void) =>
  hear((message) => {
    if ('active' in message && message.active === sessionIdOf(session.token())) act(message.at);
  });
