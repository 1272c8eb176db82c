import type { DocRequest } from '@/lib/requests';
import type { Reminder, SentMessage } from '../data/calls';
import { documentsOf, isOwed } from './owing';

export const milestoneNames = ['sent', 'opened', 'uploaded', 'decided'] as const;
export type MilestoneName = (typeof milestoneNames)[number];

/** A reminder on the way to the next milestone. */
export interface Dot {
  at: string;
  isPlanned: boolean;
  /** Its place on the way, from 0 to 1. */
  place: number;
}

export interface Milestone {
  name: MilestoneName;
  /** Undefined while it was not reached. */
  at: string | undefined;
  dots: Dot[];
}

type Messages = Pick<SentMessage, 'event' | 'createdOn' | 'state'> & {
  loggedInOn?: string | null;
  openedOn?: string | null;
};

const earliest = (moments: (string | null | undefined)[]) => moments.filter((at) => typeof at === 'string').sort()[0];

/** How far a request has come, with its reminders between the milestones where they were sent or are planned. */
export function eventLine(request: DocRequest, messages: Messages[], reminders: Pick<Reminder, 'dueOn'>[]) {
  const versions = documentsOf(request).flatMap(({ document }) => document.versions);
  const sentOn = request.sentOn ?? undefined;
  // Who uploads has opened the request; of logins only the last one is known.
  const own = versions.filter(({ onBehalf }) => !onBehalf).map(({ uploadedOn }) => uploadedOn);
  const seen = messages.flatMap(({ loggedInOn, openedOn }) => [openedOn, loggedInOn]);
  const isExpired = request.transactionStatus === 'Expired';
  const moments: Record<MilestoneName, string | undefined> = {
    sent: sentOn,
    opened: earliest([...own, ...seen]),
    uploaded: versions
      .map(({ uploadedOn }) => uploadedOn)
      .sort()
      .at(-1),
    decided: request.closedOn ?? (isExpired ? request.expiresOn : undefined),
  };
  const past = messages.filter(({ event, state }) => event.startsWith('Reminder') && state !== 'dismissed');
  const dots = [
    // Mail and SMS of one reminder are one dot.
    ...[...new Set(past.map(({ createdOn }) => `${createdOn.slice(0, 16)}Z`))].map((at) => ({ at, isPlanned: false })),
    ...[...new Set(reminders.map(({ dueOn }) => dueOn))].map((at) => ({ at, isPlanned: true })),
  ];
  return milestoneNames.map((name, index): Milestone => {
    const at = moments[name];
    const later = milestoneNames.slice(index + 1).flatMap((next) => moments[next] ?? []);
    const until = earliest(later);
    const mine = dots.filter((dot) => at && dot.at >= at.slice(0, dot.at.length) && (!until || dot.at < until));
    return { name, at, dots: placed(mine, at, until ?? request.documentDueDate) };
  });
}

function placed(dots: Omit<Dot, 'place'>[], from: string | undefined, until: string | undefined): Dot[] {
  const ends = [until ?? '', ...dots.map(({ at }) => at)].sort();
  const [start, end] = [Date.parse(from ?? ''), Date.parse(ends.at(-1) ?? '')];
  return dots
    .map((dot) => {
      const share = (Date.parse(dot.at) - start) / Math.max(end - start, 1);
      return { ...dot, place: Math.min(Math.max(share, 0.06), 0.94) };
    })
    .sort((a, b) => a.place - b.place);
}

/** Documents that came, of all. */
export function uploadedOf(request: DocRequest) {
  const documents = documentsOf(request).map(({ document }) => document);
  return { done: documents.filter((document) => !isOwed(document)).length, all: documents.length };
}
