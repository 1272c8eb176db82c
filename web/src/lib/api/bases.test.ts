import { expect, test } from 'vitest';
import { services, session } from '@/lib/session';
import { fakeServer } from '@/test/server';
import { list } from '.';

test('the base urls are learnt from the server before the first call', async () => {
  const baseUrls = Object.fromEntries(services.map((service) => [service, `/else/${service}`]));
  const sent = fakeServer({ body: { status: 'S', data: { record: { baseUrls } } } }, {});
  await list({ area: 'app', resource: 'code/countryList' }, {}, { anonymous: true });
  expect(sent[0]?.url).toMatch(/\/app\/mapping\/domain$/);
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ domain: window.location.host });
  expect(sent[1]?.url).toBe('/else/app/v1/docz/banking/app/code/countryList');
  expect(session.baseUrl('banker')).toBe('/else/banker');
});
