import { type EntityType, type Service, services, session, type ThemeTokens } from '@/lib/session';

/** The entity that a host name of its own belongs to. */
export interface DomainEntity {
  countryCode: string;
  entityCode: string;
  entityType: EntityType;
  entityName: string;
  displayName: string;
  /** data: urls */
  logo: string | null;
  banner: string | null;
  theme: ThemeTokens | null;
}

export interface Domain {
  baseUrls: Record<Service, string>;
  demo: boolean;
  captcha: boolean;
  countryCode: string;
  entity?: DomainEntity | null;
}

/** The one address known beforehand: it tells all the others. */
const domainAddress = '/api/app/v1/docz/banking/app/mapping/domain';

let asked: Promise<Domain> | undefined;

async function ask(): Promise<Domain> {
  const response = await fetch(domainAddress, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ domain: window.location.host }),
  });
  if (!response.ok) throw new Error(`mapping/domain answered ${response.status}`);
  return (await response.json()).data.record as Domain;
}

/** Asked once a page; a failed try may be repeated. */
export function domain(): Promise<Domain> {
  asked ??= ask().catch((error) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** Session storage may have been cleared since, so the base urls are put back when missing. */
export async function learnBases() {
  if (services.every((service) => session.baseUrl(service))) return;
  const { baseUrls } = await domain();
  for (const service of services) session.setBaseUrl(service, baseUrls[service]);
}
