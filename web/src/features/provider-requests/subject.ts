import type { RequestRow } from '@/lib/requests';

type Worded = RequestRow & {
  requestCategoryDesc?: string | null;
  requestSubCategoryDesc?: string | null;
  requestPurposeDesc?: string | null;
};

/** The subject of a request, in words where the server has them: `Home loan · Purchase`. */
export function subjectOf(request: Worded): string {
  const category = request.requestCategoryDesc || request.requestCategory;
  const subCategory = request.requestSubCategoryDesc || request.requestSubCategory;
  return [category, subCategory].filter(Boolean).join(' · ') || request.txnRefNo;
}

export const purposeOf = (request: Worded): string => request.requestPurposeDesc || request.requestPurpose || '';
