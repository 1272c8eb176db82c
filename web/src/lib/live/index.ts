import { createParser } from 'eventsource-parser';
import type { Job } from '@/generated/requests';
import { sessionIdOf } from '@/lib/api/token';
import { stream } from '@/lib/api/transfer';
import { session } from '@/lib/session';

/** A request that was changed, here or elsewhere; or, without `txnRefNo`, all requests of a customer. */
interface RequestChange {
  txnRefNo?: string;
  customerReference?: string;
  transactionStatus?: string;
  /** Absent when something changed that has no version, such as a legal hold. */
  versionNumber?: number;
}

/** A notification for the bell, in the same shape as in the list. */
export interface NotificationEvent {
  notificationId: string;
  at: string;
  event: string;
  txnRefNo: string | null;
  customerName: string | null;
  documentTitle: string | null;
  actor: string | null;
  isRead: boolean;
}

/** How far the requests are that the user sends together; its faults are asked for. */
export type BulkSendProgress = Omit<Job, 'faults'>;

/**
 * Subscribes to changes of requests the caller may see. One stream serves all listeners; it is open while there are any.
 * `undefined` means that changes may have been missed while disconnected: refetch what is shown.
 */
export const onRequestChange = (listener: (change: RequestChange | undefined) => void) =>
  connection.listen('request', listener as (data: unknown) => void);

/** Subscribes to new notifications; `undefined` as above. */
export const onNotification = (listener: (event: NotificationEvent | undefined) => void) =>
  connection.listen('notification', listener as (data: unknown) => void);

/** Subscribes to the progress of requests that the user sends together; `undefined` as above. */
export const onBulkSend = (listener: (progress: BulkSendProgress | undefined) => void) =>
  connection.listen('bulksend', listener as (data: unknown) => void);

/** Subscribes to how many rows of a file that the user imports were read. */
export const onImportProgress = (listener: (progress: { done: number; total: number } | undefined) => void) =>
  connection.listen('import', listener as (data: unknown) => void);

interface ServerEvent {
  name: string;
  data: string;
}

/** Reads a body to its end. */
async function readEvents(body: ReadableStream<Uint8Array>, onEvent: (event: ServerEvent) => void) {
  const parser = createParser({ onEvent: ({ event = 'message', data }) => onEvent({ name: event, data }) });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    parser.feed(decoder.decode(value, { stream: true }));
  }
}

type Listener = (data: unknown) => void;

const place = { area: 'transaction', resource: 'notification/stream', screenId: '' } as const;
const firstWait = 1_000;
const longestWait = 60_000;
/** A connection that lasted this long was healthy: the retry delay resets. */
const goodAfter = 10_000;
/** A hidden tab leaves the connection to others after a while, or closes it: nobody looks at what it would show. */
const unseenFor = 15_000;

/** Waits, but stops when the listener is gone. */
function pause(ms: number, signal: AbortSignal) {
  return new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}

/** Half to all of the delay, so that clients do not reconnect all at once. */
const spread = (ms: number) => ms / 2 + Math.random() * (ms / 2);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Tabs with the same session and tenant hear the same events. */
function streamId(): string | undefined {
  const id = sessionIdOf(session.token());
  return id && `live ${id} ${session.auth()?.tenantCode ?? ''}`;
}

type Passed = { id: string; name?: string; data?: unknown };

const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('live') : undefined;

/**
 * Of the tabs that share a session one leads: it holds the connection and passes the events on. `lead` runs with what
 * is known about the time before: whether another tab led. Without locks every tab leads for itself.
 */
async function elect(signal: AbortSignal, lead: (tookOver: boolean) => Promise<void>, follow: () => void) {
  const name = streamId();
  if (!navigator.locks || !tabs || !name) return lead(false);
  const isFree = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await lead(false);
    return lock !== null;
  });
  if (isFree || signal.aborted) return;
  follow();
  await navigator.locks.request(name, { signal }, () => lead(true)).catch(() => undefined);
}

function createConnection() {
  const listeners = new Map<string, Set<Listener>>();
  let running: AbortController | undefined;
  let isUnseen: ReturnType<typeof setTimeout> | undefined;

  const tell = (name: string, data: unknown) => {
    for (const listener of [...(listeners.get(name) ?? [])]) listener(data);
  };
  const tellAll = () => {
    for (const name of listeners.keys()) tell(name, undefined);
  };
  const pass = (name?: string, data?: unknown) => {
    const id = streamId();
    if (id) tabs?.postMessage({ id, name, data } satisfies Passed);
  };
  const tellMissed = () => {
    tellAll();
    pass();
  };
  tabs?.addEventListener('message', ({ data: passed }: MessageEvent<Passed>) => {
    if (passed.id !== streamId()) return;
    if (passed.name === undefined) tellAll();
    else tell(passed.name, passed.data);
  });
  const onEvent = ({ name, data }: ServerEvent) => {
    const value = parsed(data);
    if (value === undefined) return;
    // Null means the server dropped events: refetch.
    tell(name, value ?? undefined);
    pass(name, value ?? undefined);
  };

  /** One connection attempt; returns whether it was established. */
  const once = async (signal: AbortSignal, wasDown: boolean) => {
    try {
      const response = await stream({ ...place, signal });
      if (!response.ok || !response.body) return false;
      if (wasDown) tellMissed();
      await readEvents(response.body, onEvent);
      return true;
    } catch {
      return false;
    }
  };

  const keepConnected = async (signal: AbortSignal, wasDownBefore: boolean) => {
    let wait = firstWait;
    let wasDown = wasDownBefore;
    while (!signal.aborted && session.token() !== '') {
      const began = Date.now();
      const stood = await once(signal, wasDown);
      wasDown = true;
      wait = stood && Date.now() - began > goodAfter ? firstWait : Math.min(wait * 2, longestWait);
      if (!signal.aborted) await pause(spread(wait), signal);
    }
  };

  const run = async (signal: AbortSignal, wasDown: boolean) => {
    // What another tab hears is passed on at once; what was missed while nobody looked is not.
    const follow = () => wasDown && tellAll();
    await elect(signal, (tookOver) => keepConnected(signal, wasDown || tookOver), follow);
    if (running?.signal === signal) running = undefined;
  };

  const start = (wasDown: boolean) => {
    running = new AbortController();
    void run(running.signal, wasDown);
  };
  const stop = () => {
    running?.abort();
    running = undefined;
  };
  const isIdle = () => ![...listeners.values()].some((each) => each.size > 0);

  /** Closes after a delay, so that switching screens keeps the connection. */
  const stopIfIdle = () => {
    if (isIdle()) stop();
  };

  document.addEventListener('visibilitychange', () => {
    clearTimeout(isUnseen);
    if (document.hidden) isUnseen = setTimeout(stop, unseenFor);
    else if (!running && !isIdle()) start(true);
  });

  return {
    listen(name: string, listener: Listener) {
      const mine = listeners.get(name) ?? new Set<Listener>();
      listeners.set(name, mine.add(listener));
      if (!running && !document.hidden) start(false);
      return () => {
        mine.delete(listener);
        setTimeout(stopIfIdle, 100);
      };
    },
  };
}

export const connection = createConnection();
