/** The server without a browser: for what a journey needs prepared. */
export const entities = {
  NGB: { entityCode: 'NGB', tenantCode: 'RETAIL', entityType: 'Bank' },
  KALVI: { entityCode: 'KALVI', tenantCode: 'MAIN', entityType: 'Education' },
};
export const password = 'Docz@2026';

export async function logIn(origin, entity = 'NGB', userId = 'ADMIN') {
  const { entityCode, tenantCode } = entities[entity];
  const response = await fetch(`${origin}/api/sms/v1/docz/banking/sms/usermasterlogin`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      entityCode,
      tenantCode,
      userId,
      password,
      captchaId: '',
      captchaAnswer: '',
    }),
  });
  if (!response.ok) throw new Error(`${entity}/${userId} could not log in: ${await response.text()}`);
  const token = response.headers.get('Authorization').replace(/^Bearer /, '');
  return { token, auth: (await response.json()).data.record };
}

const modules = { sms: 'SMS', banker: 'BNK', customer: 'CUS' };

/** One call under somebody's login. A text is sent as CSV, bytes as they are, anything else as JSON. */
export async function call(
  origin,
  { token, auth },
  { area, service = area, resource, operation = 'FA', screenId = '', body, query = '' },
) {
  const { userId, userType, countryCode, entityCode, tenantCode, branchCode } = auth;
  const module = modules[service] ?? 'ADM';
  const who = {
    userId,
    userType,
    countryCode,
    entityCode,
    tenantCode,
    branchCode,
  };
  const header = {
    ...who,
    screenId,
    module,
    service,
    operation,
    authorization: '',
    otp: '',
  };
  const type = typeof body === 'string' ? 'text/csv' : 'application/json';
  const isBytes = body instanceof Uint8Array;
  const address = `${origin}/api/${service}/v1/docz/banking/${area}/${resource}@${encodeURIComponent(JSON.stringify(header))}${query}`;
  const response = await fetch(address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': isBytes ? 'application/octet-stream' : type,
    },
    body: body === undefined || isBytes || typeof body === 'string' ? body : JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${resource} ${operation}: ${response.status} ${JSON.stringify(answer)}`);
  return answer.data;
}
