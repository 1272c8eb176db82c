import { vi } from 'vitest';
import { services, session } from '@/lib/session';

export interface Sent {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
}

type Answer = { status?: number; body?: unknown; token?: string; retryAfter?: number } | 'down';

/** A fake server: each call takes the next answer, the last one repeats. */
export function fakeServer(...answers: Answer[]) {
  const sent: Sent[] = [];
  const fetch = vi.fn(async (url: string, init: RequestInit = {}) => {
    const { method = 'GET', headers = {}, body } = init;
    sent.push({ url, method, headers: headers as Record<string, string>, body: body as string | undefined });
    const answer = answers[Math.min(sent.length, answers.length) - 1] ?? {};
    if (answer === 'down') throw new TypeError('Failed to fetch');
    const { status = 200, body: answered = { status: 'S', data: {} }, token, retryAfter } = answer;
    const given = new Headers();
    if (token) given.set('Authorization', `Bearer ${token}`);
    if (retryAfter) given.set('Retry-After', String(retryAfter));
    return new Response(JSON.stringify(answered), { status, headers: given });
  });
  vi.stubGlobal('fetch', fetch);
  return sent;
}

/** The answer to mapping/domain, as if already fetched. */
export function knownBases() {
  for (const service of services) session.setBaseUrl(service, `/api/${service}`);
}

/** The header json in a call's address. */
export function headerOf({ url }: Sent) {
  const encoded = /@([^?]+)/.exec(url)?.[1] ?? '';
  return JSON.parse(decodeURIComponent(encoded)) as Record<string, string>;
}
