import { useSyncExternalStore } from 'react';
import { session } from '@/lib/session';

/** A minimal store that code outside React can write and React can read. */
export function createStore<T>(first: T) {
  let value = first;
  const listeners = new Set<() => void>();
  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get,
    subscribe,
    set(next: T) {
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}

/** True while the Session Expired dialog is open. */
export const expired = createStore(false);

/** When the session ends without activity (milliseconds since the epoch), in its last minute; otherwise 0. */
export const idleEnd = createStore(0);

/** True when the user logged out in another tab. */
export const endedElsewhere = createStore(false);

/** Ends the session in the browser: clears the storage, so that no further call uses it. */
export function expireSession({ elsewhere = false } = {}) {
  if (expired.get()) return;
  endedElsewhere.set(elsewhere);
  expired.set(true);
  session.clear();
}

const confirmKinds = [
  'remove',
  'logOut',
  'delete',
  'saveDraft',
  'applyDraft',
  // The same, over a form with input.
  'replaceByDraft',
  'removeDocument',
  // Not in the spec's list, but closing a form must not lose its input.
  'discard',
  // Ending sessions: another one, the current one, all others.
  'endSession',
  'endCurrent',
  'endOthers',
  // Requests: a saved view, a planned meeting.
  'deleteView',
  'cancelMeeting',
  // The wizard: parties without documents.
  'noDocuments',
  // The rule workbench: what publishing would change.
  'publishRule',
  // Masters: a form left open earlier.
  'continueForm',
] as const;
export type ConfirmKind = (typeof confirmKinds)[number];

/** Questions of a single page have their wording with that page. */
const elsewhere: Partial<Record<ConfirmKind, string>> = {
  endSession: 'ui.sessions.confirm.one',
  endCurrent: 'ui.sessions.confirm.current',
  endOthers: 'ui.sessions.confirm.others',
  deleteView: 'ui.requests.confirm.view',
  cancelMeeting: 'ui.requests.confirm.meeting',
  noDocuments: 'ui.wizard.confirm.noDocuments',
  publishRule: 'ui.ruleWorkbench.confirm',
};

/** The wording key of a question's title, text and answers. */
export const wordsOf = (kind: ConfirmKind) => elsewhere[kind] ?? `ui.feedback.confirm.${kind}`;

export interface Question {
  kind: ConfirmKind;
  /** The subject of the question, e.g. the record's code; inserted as {{name}}. */
  name: string;
  answer(yes: boolean): void;
}

export const question = createStore<Question | null>(null);

/** Asks the user and waits: `if (await confirm('delete', 'BR101')) …` */
export function confirm(kind: ConfirmKind, name = ''): Promise<boolean> {
  question.get()?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      question.set(null);
      resolve(yes);
    };
    question.set({ kind, name, answer });
  });
}

export const showAfter = 300;
const hideAfter = 500;

export const spinner = createStore(false);

let pending = 0;
let showing: ReturnType<typeof setTimeout> | undefined;
let hiding: ReturnType<typeof setTimeout> | undefined;

/** Call when a request starts; call the returned function once when it ends. */
export function begin() {
  pending += 1;
  clearTimeout(hiding);
  if (pending === 1 && !spinner.get()) showing = setTimeout(() => spinner.set(true), showAfter);
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    pending -= 1;
    if (pending > 0) return;
    clearTimeout(showing);
    hiding = setTimeout(() => spinner.set(false), hideAfter);
  };
}

export type Title = 'Success' | 'Warning' | 'Failed';
export interface Popup {
  title: Title;
  message: string;
}
export interface ResultCode {
  code: string;
  message: string;
  field?: string | null;
}

/** The spec's seventeen codes; most are successes that need no click. */
const suppressed = new Set(
  '0024 0023 0059 0026 0047 0029 0050 0051 0049 0046 0043 0052 0028 0057 0067 0068 0055'
    .split(' ')
    .map((number) => `EnTxn${number}`),
);

export const popup = createStore<Popup | null>(null);

export function titleOf(status: string | number): Title {
  const text = String(status);
  if (text === 'S' || text === '202') return 'Success';
  return text === 'W' ? 'Warning' : 'Failed';
}

export const isSuppressed = (codes: ResultCode[]) =>
  codes.length === 0 || codes.every(({ code }) => suppressed.has(code));

/** Warnings that the spec does not have, such as a change that waits for a second person. */
const isOwn = ({ code }: ResultCode) => !code.startsWith('EnTxn');

/** Failures have a message, and so have warnings of our own; any other answer is complete in its title. */
export function popupOf(status: string | number, codes: ResultCode[]): Popup | null {
  if (isSuppressed(codes)) return null;
  const title = titleOf(status);
  const shown = codes.filter(({ code }) => !suppressed.has(code));
  // A success may have something to add, such as a password that was not stored.
  const added = shown.length > 1 ? shown.filter(isOwn) : [];
  const said = { Success: added, Warning: shown.filter(isOwn), Failed: shown.slice(0, 1) }[title];
  return { title, message: said.map(({ message }) => message).join('\n') };
}

export const showResult = (status: string | number, codes: ResultCode[]) => {
  const next = popupOf(status, codes);
  if (next) popup.set(next);
};

/**
 * Says that the connection is lost while a save waits for it. `isOpen` turns false when the user does not want to wait;
 * `close` is for the save that went through.
 */
export function showWaiting(message: string) {
  const shown: Popup = { title: 'Failed', message };
  popup.set(shown);
  const given = new AbortController();
  const stop = popup.subscribe(() => {
    if (popup.get() === shown) return;
    stop();
    given.abort();
  });
  const close = () => {
    if (popup.get() === shown) popup.set(null);
  };
  return { close, given: given.signal };
}

export const showFailure = (message: string) => popup.set({ title: 'Failed', message });

export interface Toast {
  message: string;
  /** Defaults to 'good'. */
  tone?: 'good' | 'info' | 'bad';
  action?: ToastAction;
  /** What it speaks of: a newer toast about the same takes its place. */
  about?: string;
}

/** A button in a toast, such as Undo. */
export interface ToastAction {
  label: string;
  run(): void;
  /** How long it can be used, in milliseconds. */
  lasts: number;
}

let show: ((toast: Toast) => void) | undefined;
const waiting: Toast[] = [];
let tell: (() => void) | undefined;

/** Reports a success without requiring a click. Queued until the shell can show it. */
export function toast(message: string, tone: Toast['tone'] = 'good', action?: ToastAction, about?: string) {
  const next = { message, tone, action, about };
  if (show) show(next);
  else {
    waiting.push(next);
    tell?.();
  }
}

export function onToast(next: (toast: Toast) => void) {
  show = next;
  for (const toast of waiting.splice(0)) next(toast);
  return () => {
    show = undefined;
  };
}

/** Subscribes to queued toasts. */
export function onWaiting(next: () => void) {
  tell = next;
  if (waiting.length > 0) next();
  return () => {
    tell = undefined;
  };
}
