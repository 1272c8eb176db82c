import { ApiError, call, find, type Manner } from '@/lib/api';
import type { WizardValues } from '../model/values';

const place = { area: 'transaction', resource: 'docrequest/draft' } as const;

export interface DraftBody {
  values: WizardValues;
  step: number;
}

export interface Draft {
  body: DraftBody;
  updatedOn?: string;
}

/** Null without a draft. */
export async function findDraft(screenCode: string): Promise<Draft | null> {
  try {
    return await find<Draft>(place, { screenCode }, { quiet: true });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** The first save creates the draft, later ones update it. */
export const keepDraft = (screenCode: string, body: DraftBody, isNew: boolean, manner: Manner = {}) =>
  call({ ...place, operation: isNew ? 'S' : 'U', body: { screenCode, body }, failure: 'inline', ...manner });

export const dropDraft = (screenCode: string, manner: Manner = {}) =>
  call({ ...place, operation: 'D', body: { screenCode }, failure: 'inline', ...manner });
