import { useQuery } from '@tanstack/react-query';
import { call, options } from '@/lib/api';
import { type Branch, useAuth } from '@/lib/session';

interface Tenant {
  tenantCode: string;
  tenantName: string;
}
type NamedBranch = Branch & { branchName: string };

/** Screens that refer to branches; without one of them the call would be refused and logged. */
const knowBranches = ['SD-ADM-001', 'SD-SMS-001', 'SD-SMS-002'];
const day = 86_400_000;

/** Names for the codes in the auth object. Shows the code until the names load, or where the user may not read them. */
export function usePlaceNames() {
  const { entityCode, screens } = useAuth();
  const mayAskBranches = screens.some(({ screenCode }) => knowBranches.includes(screenCode));
  const tenants = useQuery({
    queryKey: ['tenant-names', entityCode],
    staleTime: day,
    queryFn: async () => {
      const body = { entityCode };
      const manner = { anonymous: true, failure: 'inline' } as const;
      const { data } = await call<Tenant>({ area: 'app', resource: 'tenancymaintenance', body, ...manner });
      return data.content ?? [];
    },
  });
  const branches = useQuery({
    queryKey: ['branch-names', entityCode],
    staleTime: day,
    enabled: mayAskBranches,
    queryFn: () => options<NamedBranch>({ area: 'admin', resource: 'branchmaster' }, '', { screenId: '' }),
  });
  return {
    tenant: (code: string) => tenants.data?.find((tenant) => tenant.tenantCode === code)?.tenantName ?? code,
    branch: ({ tenantCode, branchCode }: Branch) =>
      branches.data?.find((branch) => branch.tenantCode === tenantCode && branch.branchCode === branchCode)
        ?.branchName ?? branchCode,
  };
}
