import type { Auth } from '@/lib/session';

const pathsTo = (auth: Auth, codes: string[]) =>
  codes.flatMap((code) => auth.screens.find((screen) => screen.screenCode === code)?.path ?? []);

/** Where a request is shown to this person: its overview, else its details, else a list that has it. */
export function pathOfRequest(auth: Auth, txnRefNo: string): string | undefined {
  const [one] = pathsTo(auth, ['SD-BNK-004', 'SD-BNK-007']);
  if (one) return one.replace(':txnRefNo', encodeURIComponent(txnRefNo));
  return pathsTo(auth, ['SD-BNK-002', 'SD-BNK-005', 'SD-BNK-006'])[0];
}

/** Where this person makes a request: banks and education bodies have a screen each. */
export function pathOfWizard(auth: Auth): string | undefined {
  const codes = auth.entityType === 'Education' ? ['SD-EDU-001', 'SD-BNK-001'] : ['SD-BNK-001', 'SD-EDU-001'];
  return pathsTo(auth, codes)[0];
}
