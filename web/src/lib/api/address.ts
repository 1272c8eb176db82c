import { isProvider, moduleOf, screenIdAt } from '@/lib/permissions';
import { type EntityType, type Service, services, session, type ThemeTokens } from '@/lib/session';
import type { Area, Call, Query } from './types';

/** Staff and customers each have their own service for requests. */
function serviceOf(area: Area): Service {
  if (area !== 'transaction') return area;
  return isProvider(window.location.pathname) ? 'customer' : 'banker';
}

/** Token and one-time code are sent as real headers, so their fields in the address stay empty. */
function headerJson(call: Call, service: Service) {
  const auth = session.auth();
  const path = window.location.pathname;
  return {
    userId: auth?.userId ?? '',
    userType: auth?.userType ?? '',
    screenId: call.screenId ?? screenIdAt(path, auth),
    module: moduleOf(path),
    service,
    operation: call.operation ?? 'FA',
    countryCode: auth?.countryCode ?? '',
    entityCode: auth?.entityCode ?? '',
    tenantCode: auth?.tenantCode ?? '',
    branchCode: auth?.branchCode ?? '',
    authorization: '',
    otp: '',
  };
}

function queryText(query: Query = {}) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text && `?${text}`;
}

/** An anonymous call says no more than its operation, if it has one. */
function headerOf(call: Call, service: Service) {
  if (session.token() && !call.anonymous) return headerJson(call, service);
  return call.operation && { operation: call.operation };
}

/** `{service}/v1/docz/banking/{area}/{resource}@{header json}?query` */
export function addressOf(call: Call) {
  const service = call.service ?? serviceOf(call.area);
  const given = headerOf(call, service);
  const header = given ? `@${encodeURIComponent(JSON.stringify(given))}` : '';
  const base = session.baseUrl(service);
  return `${base}/v1/docz/banking/${call.area}/${call.resource}${header}${queryText(call.query)}`;
}

/** The entity that owns a host name. */
export interface DomainEntity {
  countryCode: string;
  entityCode: string;
  entityType: EntityType;
  entityName: string;
  displayName: string;
  /** Addresses or data: urls. */
  logo: string | null;
  banner: string | null;
  theme: ThemeTokens | null;
}

export interface Domain {
  baseUrls: Record<Service, string>;
  demo: boolean;
  /** The password of every user of a demo; no other server tells one. */
  demoPassword?: string;
  captcha: boolean;
  countryCode: string;
  entity?: DomainEntity | null;
  /** The entity is that of a link or the last visit, not of the host name: the visitor may choose another. */
  mayChoose?: boolean;
}

/** The only address known in advance: it returns all the others. */
const domainAddress = '/api/app/v1/docz/banking/app/mapping/domain';

let asked: Promise<Domain> | undefined;

/** Written into the portal's page by the server, where it knows the entity; null elsewhere. */
export function pageDomain(): Domain | null {
  const text = document.querySelector<HTMLMetaElement>('meta[name="domain"]')?.content;
  return text ? (JSON.parse(text) as Domain) : null;
}

async function ask(): Promise<Domain> {
  const known = pageDomain();
  if (known) return known;
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
