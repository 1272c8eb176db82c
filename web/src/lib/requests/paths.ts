import type { Auth } from '@/lib/session';

const pathsTo = (auth: Auth, codes: string[]) =>
  codes.flatMap((code) => auth.screens.find((screen) => screen.screenCode === code)?.path ?? []);

/** The page that shows a request to this user: overview, else details, else a list. */
export function pathOfRequest(auth: Auth, txnRefNo: string): string | undefined {
  const [one] = pathsTo(auth, ['SD-BNK-004', 'SD-BNK-007']);
  if (one) return one.replace(':txnRefNo', encodeURIComponent(txnRefNo));
  return pathsTo(auth, ['SD-BNK-002', 'SD-BNK-005', 'SD-BNK-006'])[0];
}

/** The wizard of this user: banks and education bodies have one each. */
export function pathOfWizard(auth: Auth): string | undefined {
  const codes = auth.entityType === 'Education' ? ['SD-EDU-001', 'SD-BNK-001'] : ['SD-BNK-001', 'SD-EDU-001'];
  return pathsTo(auth, codes)[0];
}
