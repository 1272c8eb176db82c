import { isProvider, moduleOf, screenIdAt } from '@/lib/permissions';
import { type Service, session } from '@/lib/session';
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

/** `{service}/v1/docz/banking/{area}/{resource}@{header json}?query`; anonymous calls go without the header json. */
export function addressOf(call: Call) {
  const service = call.service ?? serviceOf(call.area);
  const named = session.token() && !call.anonymous;
  const header = named ? `@${encodeURIComponent(JSON.stringify(headerJson(call, service)))}` : '';
  const base = session.baseUrl(service);
  return `${base}/v1/docz/banking/${call.area}/${call.resource}${header}${queryText(call.query)}`;
}
