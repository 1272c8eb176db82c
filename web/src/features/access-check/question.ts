import type { UrlState } from '@/lib/url-state';

export type Kind = 'screen' | 'business' | 'branch';

/** The question, kept in the address so that an answer can be shared. */
export interface Question {
  userId: string;
  kind: Kind;
  screenCode: string;
  actionCode: string;
  businessAction: string;
  level: string;
  /** `tenant/branch` */
  place: string;
}

const kinds: Kind[] = ['screen', 'business', 'branch'];

export const screenActions = ['access', 'view', 'edit', 'delete', 'copy', 'close'];

export const businessActions = [
  'send',
  'approve',
  'decline',
  'forward',
  'extend',
  'cancel',
  'review',
  'export',
  'import',
  'purge',
  'legalhold',
];

export function readQuestion(search: UrlState): Question {
  const among = (name: string, known: string[], usual = '') =>
    known.includes(search[name] ?? '') ? (search[name] as string) : usual;
  return {
    userId: search.check ?? '',
    kind: among('kind', kinds, 'screen') as Kind,
    screenCode: search.screen ?? '',
    actionCode: among('action', screenActions, 'view'),
    businessAction: among('business', businessActions),
    level: /^[1-9]\d{0,2}$/.test(search.level ?? '') ? (search.level as string) : '',
    place: search.place ?? '',
  };
}

export const writeQuestion = ({ kind, ...question }: Question): Record<string, string> => ({
  check: question.userId,
  kind: kind === 'screen' ? '' : kind,
  screen: question.screenCode,
  action: question.actionCode === 'view' ? '' : question.actionCode,
  business: question.businessAction,
  level: question.level,
  place: question.place,
});

/** The request body, or undefined while something is still missing. */
export function bodyOf({ userId, kind, ...question }: Question): Record<string, string | number> | undefined {
  const { screenCode, actionCode, businessAction, level, place } = question;
  if (!userId) return undefined;
  if (kind === 'screen') return screenCode ? { userId, screenCode, actionCode } : undefined;
  if (kind === 'business') {
    if (!businessAction) return undefined;
    const hasLevel = businessAction === 'review' && level;
    return hasLevel ? { userId, businessAction, level: Number(level) } : { userId, businessAction };
  }
  const [tenantCode, branchCode] = place.split('/');
  return tenantCode && branchCode ? { userId, tenantCode, branchCode } : undefined;
}
