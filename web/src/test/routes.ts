import { vi } from 'vitest';
import type { Sent } from './server';

export interface Answer {
  status?: number;
  data?: object;
  error?: string;
  headers?: Record<string, string>;
  /** A body other than JSON. */
  bytes?: ArrayBuffer;
}

const wordOf = (status: number) => (status < 400 ? 'S' : 'F');

/** Answers a call, at once or when the test releases it. */
export type Route = (sent: Sent) => Answer | Promise<Answer>;

/** A fake server: the first name contained in the address answers. */
export function fakeRoutes(routes: Record<string, Route>) {
  const sent: Sent[] = [];
  const fetch = vi.fn(async (url: string, init: RequestInit = {}) => {
    const { method = 'GET', headers: asked = {}, body: text } = init;
    const call = { url, method, headers: asked as Record<string, string>, body: text as string | undefined };
    sent.push(call);
    const name = Object.keys(routes).find((part) => url.includes(part));
    if (!name) throw new TypeError(`nobody answers ${url}`);
    const { status = 200, data = {}, error, headers, bytes } = await (routes[name] as Route)(call);
    const body = JSON.stringify({ status: wordOf(status), data: { ErrorCodeDTO: [], ...data }, error });
    return new Response(bytes ?? body, { status, headers });
  });
  vi.stubGlobal('fetch', fetch);
  return sent;
}

/** The answer for an invalid field. */
export const refused = (field: string, message: string): Answer => ({
  status: 422,
  error: message,
  data: { ErrorCodeDTO: [{ code: 'x', message, field }] },
});

export const heldBack = (seconds: number): Answer => ({
  status: 429,
  error: 'Too many attempts. Please try again later.',
  headers: { 'Retry-After': String(seconds) },
});

export const bodyOf = (sent: Sent | undefined) => JSON.parse(sent?.body ?? 'null');
