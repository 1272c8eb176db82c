import { useQuery } from '@tanstack/react-query';
import { call, options } from '@/lib/api';
import { type Branch, useAuth } from '@/lib/session';

interface Tenant {
  tenantCode: string;
  tenantName: string;
}
type NamedBranch = Branch & { branchName: string };

/** The screens that refer to branches; asking without one of them would be refused and logged. */
const knowBranches = ['SD-ADM-001', 'SD-SMS-001', 'SD-SMS-002'];
const day = 86_400_000;

/** Names for the codes in the auth object. Until they come, or where the caller may not ask, the code stands. */
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
