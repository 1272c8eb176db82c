import { createStore } from './store';

export const confirmKinds = [
  'remove',
  'logOut',
  'delete',
  'saveDraft',
  'applyDraft',
  'removeDocument',
  // Not in the spec's list, but a closed form must not lose what was typed.
  'discard',
  // A session of one's own: another one, the one in use, all but that.
  'endSession',
  'endCurrent',
  'endOthers',
  // Of requests: a saved view, a planned meeting.
  'deleteView',
  'cancelMeeting',
] as const;
export type ConfirmKind = (typeof confirmKinds)[number];

/** Questions of a single page are worded with that page. */
const elsewhere: Partial<Record<ConfirmKind, string>> = {
  endSession: 'ui.sessions.confirm.one',
  endCurrent: 'ui.sessions.confirm.current',
  endOthers: 'ui.sessions.confirm.others',
  deleteView: 'ui.requests.confirm.view',
  cancelMeeting: 'ui.requests.confirm.meeting',
};

/** Where title, text and answers of a question are worded. */
export const wordsOf = (kind: ConfirmKind) => elsewhere[kind] ?? `ui.feedback.confirm.${kind}`;

export interface Question {
  kind: ConfirmKind;
  /** What the question is about, e.g. the record's code; worded as {{name}}. */
  name: string;
  answer(yes: boolean): void;
}

export const question = createStore<Question | null>(null);

/** Asks the person and waits: `if (await confirm('delete', 'BR101')) …` */
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
