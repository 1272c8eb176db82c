import { createStore } from './store';

export const confirmKinds = [
  'remove',
  'logOut',
  'delete',
  'saveDraft',
  'applyDraft',
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
] as const;
export type ConfirmKind = (typeof confirmKinds)[number];

/** Questions of a single page have their wording with that page. */
const elsewhere: Partial<Record<ConfirmKind, string>> = {
  endSession: 'ui.sessions.confirm.one',
  endCurrent: 'ui.sessions.confirm.current',
  endOthers: 'ui.sessions.confirm.others',
  deleteView: 'ui.requests.confirm.view',
  cancelMeeting: 'ui.requests.confirm.meeting',
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
