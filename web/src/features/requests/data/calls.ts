import type {
  FailedAction,
  Meeting,
  MeetingInput,
  Message,
  Reminder,
  ReviewDecision,
  SavedView,
  SentMessage,
} from '@/generated/requests';
import { call, list, type Manner, messageOf, type Row, remove, save, send, update } from '@/lib/api';
import type { DocRequest, Remark, RequestRow, TimelineEntry } from '@/lib/requests';

export type { Meeting, Message, Reminder, SavedView, SentMessage };

const at = (resource: string) => ({ area: 'transaction', resource }) as const;

/** For bulk actions, each request with the version the user saw. */
export type Target = Pick<RequestRow, 'txnRefNo' | 'versionNumber'>;

/** Failures are shown in the dialog, not over it. */
const inline: Manner = { failure: 'inline' };

/** A request of a bulk action that failed, and why. */
export type Failed = FailedAction;

/** Requests in one call: small enough that the number of those done is seen to grow. */
const atATime = 10;

export async function actOnMany(
  action: string,
  records: Target[],
  body: Row,
  { onProgress, ...manner }: Manner & { onProgress?(done: number): void },
) {
  const answers: (DocRequest | Failed)[] = [];
  for (let from = 0; from < records.length; from += atATime) {
    onProgress?.(from);
    try {
      answers.push(...(await actOnSome(action, records.slice(from, from + atATime), body, manner)));
    } catch (error) {
      if (from === 0) throw error;
      // What was done before stays done; each of the others says why it is not.
      return [...answers, ...records.slice(from).map((left) => ({ ...left, error: messageOf(error) }) as Failed)];
    }
  }
  return answers;
}

async function actOnSome(action: string, records: Target[], body: Row, manner: Manner) {
  const { data } = await call<DocRequest | Failed>({
    ...at('docrequest/action'),
    operation: 'U',
    body: { action, records, ...body },
    ...inline,
    ...manner,
  });
  return (data.content ?? []) as (DocRequest | Failed)[];
}

export const removeRequest = (target: Target, manner: Manner) =>
  remove(at('docrequest'), target, { ...inline, ...manner });

const views = at('docrequest/view');
export const viewsOf = (manner: Manner) => list<SavedView>(views, {}, { ...manner, quiet: true });
export const saveView = (view: SavedView, manner: Manner) =>
  save(views, { ...view }, { ...inline, success: 'none', ...manner });
export const removeView = (name: string, manner: Manner) => remove(views, { name }, { ...inline, ...manner });

export const timelineOf = (txnRefNo: string, manner: Manner) =>
  list<TimelineEntry>(at('docrequest/timeline'), { txnRefNo }, manner);

export const sentOf = (txnRefNo: string, manner: Manner) =>
  list<SentMessage>(at('docrequest/sent'), { txnRefNo }, manner);

const reminders = at('docrequest/reminders');
export const remindersOf = (txnRefNo: string, manner: Manner) =>
  list<Reminder>(reminders, { txnRefNo }, { ...manner, quiet: true });

/** Leaves out the next reminder of a party, or sends one now. */
export const changeReminder = (txnRefNo: string, partySeqNo: number, action: 'skip' | 'now', manner: Manner) =>
  call({ ...reminders, operation: 'U', body: { txnRefNo, partySeqNo, action }, ...manner });

/** The messages of an unsent request, as they will go out. */
export async function messagesOf(txnRefNo: string, manner: Manner) {
  const { data } = await call<Message>({
    ...at('docrequest/messages'),
    operation: 'F',
    body: { txnRefNo },
    ...inline,
    ...manner,
  });
  return data.content ?? [];
}

/** A decision on the version that the reviewer saw. */
export type Decision = Omit<ReviewDecision, 'txnRefNo' | 'versionNumber'>;

/** With the version of the request that the reviewer saw, or without it to decide whatever else has changed. */
type Reviewed = Pick<Target, 'txnRefNo'> & Partial<Target>;

export async function review(target: Reviewed, decision: Decision, manner: Manner) {
  const { data } = await call<DocRequest>({
    ...at('document/review'),
    operation: 'U',
    body: { ...target, ...decision },
    ...inline,
    success: 'none',
    ...manner,
  });
  return data.record as DocRequest;
}

export const remarksOf = (txnRefNo: string, manner: Manner) =>
  list<Remark>(at('document/remark'), { txnRefNo }, manner);

/** `documentNo` 0 is the request as a whole. */
export const saveRemark = (txnRefNo: string, documentNo: number, text: string, manner: Manner) =>
  save<Remark>(at('document/remark'), { txnRefNo, documentNo, text }, { ...inline, success: 'none', ...manner });

export interface FileAt {
  txnRefNo: string;
  documentNo: number;
  fileId: string;
}

/**
 * While a file is being read, its pages are asked for again instead of waited for: a browser without HTTP/2 has six
 * connections to a server, and waiting pages would leave none for anything else.
 */
const askAgainAfter = (asked: number) => Math.min(1_000 + 250 * asked, 5_000);
/** After this many times the call waits, and fails with the reason. */
const mostAsked = 25;

/** One page of a file as a picture, and the number of pages. */
export async function previewOf({ txnRefNo, documentNo, fileId }: FileAt, page: number, manner: Manner) {
  const query = { txnRefNo, documentNo, fileId, page };
  const place = { ...at('document/preview'), ...inline, quiet: true, ...manner };
  let response = await send({ ...place, query: { ...query, wait: 0 } });
  for (let asked = 1; response.status === 202; asked += 1) {
    await new Promise((resolve) => setTimeout(resolve, askAgainAfter(asked)));
    response = await send({ ...place, query: asked < mostAsked ? { ...query, wait: 0 } : query });
  }
  const pages = Number(response.headers.get('X-Pages')) || undefined;
  return { picture: await response.blob(), pages };
}

const named = (response: Response) => /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];

export async function contentOf({ txnRefNo, documentNo, fileId }: FileAt, manner: Manner) {
  const response = await send({
    ...at('document/content'),
    query: { txnRefNo, documentNo, fileId },
    ...manner,
  });
  return { name: named(response), content: await response.blob() };
}

/** The original of a masked file. The reason goes to the audit log. */
export async function originalOf({ txnRefNo, documentNo, fileId }: FileAt, reason: string, manner: Manner) {
  const response = await send({
    ...at('document/original'),
    operation: 'F',
    body: { txnRefNo, documentNo, fileId, reason },
    ...inline,
    ...manner,
  });
  return response.blob();
}

export async function archiveOf(txnRefNo: string, manner: Manner) {
  const response = await send({ ...at('document/archive'), query: { txnRefNo }, ...manner });
  return { name: named(response) ?? `${txnRefNo}.zip`, archive: await response.blob() };
}

export async function evidenceOf(txnRefNo: string, manner: Manner) {
  const response = await send({ ...at('document/evidence'), query: { txnRefNo }, ...manner });
  return { name: named(response) ?? `${txnRefNo}-evidence.zip`, archive: await response.blob() };
}

const meeting = at('meeting');
export const meetingsOf = (txnRefNo: string, manner: Manner) => list<Meeting>(meeting, { txnRefNo }, manner);
export const saveMeeting = (record: MeetingInput, manner: Manner) =>
  save<Meeting>(meeting, record, { ...inline, ...manner });
export const moveMeeting = (record: MeetingInput, manner: Manner) =>
  update<Meeting>(meeting, record, { ...inline, ...manner });
export const cancelMeeting = ({ txnRefNo, meetingId, versionNumber }: Meeting, manner: Manner) =>
  remove(meeting, { txnRefNo, meetingId, versionNumber }, { ...inline, ...manner });
