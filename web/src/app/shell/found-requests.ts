import { useDebouncedValue } from '@mantine/hooks';
import type { SpotlightActionData } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { pathOfRequest, searchRequests } from '@/lib/requests';
import { useAuth } from '@/lib/session';

const lists = ['SD-BNK-005', 'SD-BNK-002', 'SD-BNK-006'];
const [fewestLetters, mostFound, patience] = [3, 5, 250];

/** The screen under which this person may look for requests; undefined for whoever has none. */
export function useRequestSearch(): string | undefined {
  const { screens } = useAuth();
  return lists.find((code) => screens.some(({ screenCode }) => screenCode === code));
}

/** Requests by reference, name or number: what was typed, asked of the server. */
export function useFoundRequests(typed: string): SpotlightActionData[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const auth = useAuth();
  const screenId = useRequestSearch();
  const [q] = useDebouncedValue(typed.trim(), patience);
  const { data } = useQuery({
    queryKey: ['found-requests', auth.entityCode, auth.tenantCode, auth.userId, q],
    enabled: screenId !== undefined && q.length >= fewestLetters,
    queryFn: ({ signal }) =>
      searchRequests({ page: 0, size: mostFound, q }, { screenId, signal, quiet: true, failure: 'inline' }),
  });
  if (q !== typed.trim()) return [];
  return (data?.content ?? []).map(({ txnRefNo, customerName, transactionStatus }) => ({
    id: txnRefNo,
    label: customerName || txnRefNo,
    description: [txnRefNo, t(`status.${transactionStatus}`)].join(' · '),
    // The server has found it, perhaps by what is not shown here.
    keywords: [typed],
    onClick: () => navigate({ to: pathOfRequest(auth, txnRefNo) ?? '/auth/home' }),
  }));
}
