import { useQuery } from '@tanstack/react-query';
import { list } from '@/lib/api';
import type { DocRequest } from '@/lib/requests';
import { useLanguage } from '@/lib/wording';

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

function countryName(code: string, language: string) {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code;
}
