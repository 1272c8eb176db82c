import { call } from '@/lib/api';
import type { Enrolment } from '@/lib/second-factor';

export interface FactorStatus {
  /** True when an app is set up. */
  enrolled: boolean;
  /** True when one of the user's roles needs a second factor. */
  required: boolean;
  recoveryCodesLeft: number;
}

const own = { area: 'sms', resource: 'secondfactor', screenId: '', failure: 'inline', success: 'none' } as const;

export async function factorStatus(signal?: AbortSignal): Promise<FactorStatus> {
  const { data } = await call<FactorStatus>({ ...own, operation: 'F', body: {}, signal });
  return data.record as FactorStatus;
}

/** A new secret for the app; it becomes active with its first correct code. */
export async function enrol(password: string): Promise<Enrolment> {
  const { data } = await call<Enrolment>({ ...own, operation: 'S', body: { password } });
  return data.record as Enrolment;
}

/** Sends the first code. The recovery codes are returned only this once. */
export async function confirmApp(factorCode: string): Promise<string[]> {
  const { data } = await call<{ recoveryCodes: string[] }>({ ...own, operation: 'U', body: { factorCode } });
  return data.record?.recoveryCodes ?? [];
}

/** New recovery codes in exchange for a current app code; the old ones become invalid. */
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
