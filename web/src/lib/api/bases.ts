import { type EntityType, type Service, services, session, type ThemeTokens } from '@/lib/session';

/** The entity that owns a host name. */
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

/** The only address known in advance: it returns all the others. */
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

/** Fetched once per page; a failed try may be repeated. */
export function domain(): Promise<Domain> {
  asked ??= ask().catch((error) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** Session storage may have been cleared, so missing base urls are restored. */
export async function learnBases() {
  if (services.every((service) => session.baseUrl(service))) return;
  const { baseUrls } = await domain();
  for (const service of services) session.setBaseUrl(service, baseUrls[service]);
}
