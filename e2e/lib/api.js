/** Server calls without a browser, for test data. */
export const entities = {
  NGB: { entityCode: 'NGB', tenantCode: 'RETAIL', entityType: 'Bank', domain: 'northgate.example' },
  KALVI: { entityCode: 'KALVI', tenantCode: 'MAIN', entityType: 'Education', domain: 'kalvi.example' },
};
export const password = 'Docz@2026';

/** The mail address of a staff user. */
export const mailOf = (entity, user) => `${user.toLowerCase()}@${entities[entity].domain}`;

export async function logIn(origin, entity = 'NGB', userId = 'ADMIN') {
  const { entityCode, tenantCode } = entities[entity];
  const response = await fetch(`${origin}/api/sms/v1/docz/banking/sms/usermasterlogin`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ entityCode, tenantCode, userId, password, captchaId: '', captchaAnswer: '' }),
  });
  if (!response.ok) throw new Error(`${entity}/${userId} could not log in: ${await response.text()}`);
  const token = response.headers.get('Authorization').replace(/^Bearer /, '');
  return { token, auth: (await response.json()).data.record };
}

const modules = { sms: 'SMS', banker: 'BNK', customer: 'CUS' };

/** Text is CSV, bytes are a file, anything else is JSON. */
function packed(body) {
  if (typeof body === 'string') return { type: 'text/csv', body };
  if (body instanceof Uint8Array) return { type: 'application/octet-stream', body };
  return { type: 'application/json', body: JSON.stringify(body) };
}

/** One call with a login. */
export async function call(
  origin,
  { token, auth },
  { area, service = area, resource, operation = 'FA', screenId = '', body, query = '' },
) {
  const { userId, userType, countryCode, entityCode, tenantCode, branchCode } = auth;
  const module = modules[service] ?? 'ADM';
  const who = { userId, userType, countryCode, entityCode, tenantCode, branchCode };
  const header = { ...who, screenId, module, service, operation, authorization: '', otp: '' };
  const address = `${origin}/api/${service}/v1/docz/banking/${area}/${resource}@${encodeURIComponent(JSON.stringify(header))}${query}`;
  const sent = packed(body);
  const response = await fetch(address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': sent.type },
    body: sent.body,
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${resource} ${operation}: ${response.status} ${JSON.stringify(answer)}`);
  return answer.data;
}

const proposals = { area: 'admin', resource: 'master/proposal' };

/** Switches four-eyes off in the bank, by two administrators, for journeys about something else. */
export async function withoutFourEyes(origin) {
  const entity = { area: 'admin', resource: 'master' };
  const first = await logIn(origin, 'NGB', 'ADMIN');
  const { record } = await call(origin, first, { ...entity, operation: 'F', body: {} });
  await call(origin, first, { ...entity, operation: 'U', body: { ...record, fourEyes: false } });
  const second = await logIn(origin, 'NGB', 'ADMIN2');
  const { content } = await call(origin, second, proposals);
  const body = { proposalId: content[0].proposalId, action: 'approve' };
  await call(origin, second, { ...proposals, operation: 'U', body });
}
