import { useQuery } from '@tanstack/react-query';
import { type ListAddress, pageQuery, useListPage } from '@/components/list';
import { list } from '@/lib/api';
import { countryName } from '@/lib/formats';
import { renewing, useLiveQueries } from '@/lib/live-queries';
import { type DocRequest, searchRequests } from '@/lib/requests';
import { useLanguage } from '@/lib/wording';
import { useKeys } from './use-request';

/**
 * One page. The screen is a parameter, not taken from the address: when switching lists this one may fetch once more
 * while the address already belongs to the other.
 */
export function useRequestList(address: ListAddress, screenId: string) {
  const keys = useKeys();
  const page = useListPage(address, (state) => {
    const query = pageQuery(state);
    return {
      queryKey: [...keys.lists, screenId, query],
      queryFn: (context) => searchRequests(query, { ...renewing(context), screenId }),
    };
  });
  useLiveList();
  return page;
}

/** Renews the lists of requests when one changes, sooner than figures. */
export const useLiveList = () => useLiveQueries(useKeys().lists, { pause: 400 });

const place = { area: 'app', resource: 'code/stateList' } as const;

/** The customer's address with state and country names. */
export function useAddress(request: DocRequest): string {
  const { address1, address2, address3, city, state, postalCode, customerCountry } = request;
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['places', 'stateList', customerCountry],
    queryFn: ({ signal }) =>
      list(place, { code: customerCountry }, { signal, screenId: '', quiet: true, failure: 'inline' }),
    select: ({ content }) => content,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: Boolean(state && customerCountry),
  });
  const stateName = data?.find(({ stateCode }) => stateCode === state)?.stateName ?? state;
  const parts = [address1, address2, address3, city, stateName, postalCode];
  return [...parts, countryName(customerCountry, language)].filter(Boolean).join(', ');
}
