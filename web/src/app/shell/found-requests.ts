import { useDebouncedValue } from '@mantine/hooks';
import type { SpotlightActionData } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { pathOfRequest, searchRequests } from '@/lib/requests';
import { useAuth } from '@/lib/session';

const lists = ['SD-BNK-005', 'SD-BNK-002', 'SD-BNK-006'];
const [fewestLetters, mostFound, patience] = [3, 5, 250];

/** The screen under which the user may search requests; undefined without one. */
export function useRequestSearch(): string | undefined {
  const { screens } = useAuth();
  return lists.find((code) => screens.some(({ screenCode }) => screenCode === code));
}

/** Server search for requests by reference, name or number. */
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
  const list = auth.screens.find(({ screenCode }) => screenCode === screenId);
  const asked = typed.trim();
  if (!list || asked.length < fewestLetters) return [];
  // There at once, so that Enter works before the server has answered.
  const all: SpotlightActionData = {
    id: 'all-requests',
    label: t('ui.shell.searchFor', { text: asked }),
    keywords: [typed],
    onClick: () => navigate({ to: list.path, search: { q: asked } as never }),
  };
  if (q !== asked) return [all];
  const found = (data?.content ?? []).map(({ txnRefNo, customerName, transactionStatus }) => ({
    id: txnRefNo,
    label: customerName || txnRefNo,
    description: [txnRefNo, t(`status.${transactionStatus}`)].join(' · '),
    // The server already matched it, possibly by a field not shown here.
    keywords: [typed],
    onClick: () => navigate({ to: pathOfRequest(auth, txnRefNo) ?? '/auth/home' }),
  }));
  return [all, ...found];
}
