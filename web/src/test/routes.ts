import { vi } from 'vitest';
import type { Sent } from './server';

export interface Answer {
  status?: number;
  data?: object;
  error?: string;
  headers?: Record<string, string>;
  /** Anything but JSON. */
  bytes?: ArrayBuffer;
}

const wordOf = (status: number) => (status < 400 ? 'S' : 'F');

/** What answers a call, at once or when the test lets it. */
export type Route = (sent: Sent) => Answer | Promise<Answer>;

/** Stands in for the server: the first name that is part of the address answers. */
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

/** The answer to a field that is not valid. */
export const refused = (field: string, message: string): Answer => ({
  status: 422,
  error: message,
  data: { ErrorCodeDTO: [{ code: 'x', message, field }] },
});

export const heldBack = (seconds: number): Answer => ({
  status: 429,
  error: 'Too Many Tries! Please Try Again Later',
  headers: { 'Retry-After': String(seconds) },
});

export const bodyOf = (sent: Sent | undefined) => JSON.parse(sent?.body ?? 'null');
