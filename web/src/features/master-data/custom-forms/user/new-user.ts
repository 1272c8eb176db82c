import { dayOf } from '@/lib/days';
import { session } from '@/lib/session';
import type { FormValues } from '../../model/record';

const staff = 'B';
const years = 5;

/** A new user is a member of the staff like the one who adds them: same language, department and tenant. */
export function newUser(): FormValues {
  const auth = session.auth();
  const end = new Date();
  end.setFullYear(end.getFullYear() + years);
  return {
    userType: staff,
    userLanguage: auth?.userLanguage ?? null,
    defaultDepartmentCode: auth?.departmentCode ?? null,
    defaultTenantCode: auth?.tenantCode || null,
    expiryDate: dayOf(end),
  };
}
