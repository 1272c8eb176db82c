import { call } from '@/lib/api';

export interface FactorStatus {
  /** An app is set up. */
  enrolled: boolean;
  /** A role of the user's needs a second factor. */
  required: boolean;
  recoveryCodesLeft: number;
}

export interface Enrolment {
  secret: string;
  /** otpauth://… */
  uri: string;
  /** The same as a picture, a data: url. */
  qr: string;
}

const own = {
  area: 'sms',
  resource: 'secondfactor',
  screenId: '',
  failure: 'inline',
  success: 'none',
} as const;

export async function factorStatus(signal?: AbortSignal): Promise<FactorStatus> {
  const { data } = await call<FactorStatus>({ ...own, operation: 'F', body: {}, signal });
  return data.record as FactorStatus;
}

/** A new secret for the app; it is not in use before its first code was right. */
export async function enrol(password: string): Promise<Enrolment> {
  const { data } = await call<Enrolment>({ ...own, operation: 'S', body: { password } });
  return data.record as Enrolment;
}

/** The first code. The recovery codes are answered this once. */
export async function confirmApp(factorCode: string): Promise<string[]> {
  const { data } = await call<{ recoveryCodes: string[] }>({
    ...own,
    operation: 'U',
    body: { factorCode },
  });
  return data.record?.recoveryCodes ?? [];
}

/** New recovery codes for a code that the app shows now; the old ones stop. */
export async function renewCodes(factorCode: string): Promise<string[]> {
  const { data } = await call<{ recoveryCodes: string[] }>({
    ...own,
    resource: 'secondfactor/recovery',
    operation: 'U',
    body: { factorCode },
  });
  return data.record?.recoveryCodes ?? [];
}

export async function removeApp(password: string) {
  await call({ ...own, operation: 'D', body: { password } });
}
