import { vi } from 'vitest';

/** A piece of a file on its way, which the test controls. */
export interface Upload {
  url: string;
  headers: Record<string, string>;
  body: Blob;
  /** What was declared when the upload began. */
  declared: Record<string, string>;
  wasAborted: boolean;
  progress(loaded: number): void;
  /** A 204 acknowledges the piece. */
  answer(status: number, body?: object, headers?: Record<string, string>): void;
  cut(): void;
}

interface Begun {
  declared: Record<string, string>;
  offset: number;
}

const decoded = (metadata = '') =>
  Object.fromEntries(
    metadata
      .split(',')
      .filter(Boolean)
      .map((pair) => pair.split(' ') as [string, string])
      .map(([name, value]) => [
        name,
        new TextDecoder().decode(Uint8Array.from(atob(value), (one) => one.charCodeAt(0))),
      ]),
  );

/** Replaces XMLHttpRequest for uploads: a server that begins every upload and leaves the pieces to the test. */
export function fakeUploads() {
  const uploads: Upload[] = [];
  const begun = new Map<string, Begun>();
  class Fake {
    status = 0;
    responseText = '';
    upload: { onprogress?(event: { loaded: number }): void } = {};
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    onloadend?: () => void;
    #method = '';
    #url = '';
    #headers: Record<string, string> = {};
    #answered: Record<string, string> = {};
    #made?: Upload;
    open(method: string, url: string) {
      this.#method = method;
      this.#url = url;
    }
    setRequestHeader(name: string, value: string) {
      this.#headers[name] = value;
    }
    getResponseHeader(name: string) {
      return this.#answered[name] ?? null;
    }
    abort() {
      if (this.#made) this.#made.wasAborted = true;
      this.onabort?.();
      this.onloadend?.();
    }
    #answer(status: number, headers: Record<string, string> = {}, body: object = {}) {
      this.status = status;
      this.#answered = headers;
      this.responseText = JSON.stringify(body);
      this.onload?.();
      this.onloadend?.();
    }
    send(body: Blob) {
      const url = decodeURIComponent(this.#url);
      const id = url.split('uploadId=')[1] ?? '';
      const known = begun.get(id);
      if (this.#method === 'POST') {
        const made = `u${begun.size + 1}`;
        begun.set(made, { declared: decoded(this.#headers['Upload-Metadata']), offset: 0 });
        return this.#answer(201, { Location: `${url.split('@')[0]}?uploadId=${made}`, 'Upload-Offset': '0' });
      }
      if (!known) return this.#answer(404);
      if (this.#method === 'HEAD') return this.#answer(200, { 'Upload-Offset': String(known.offset) });
      if (this.#method === 'DELETE') {
        begun.delete(id);
        return this.#answer(204);
      }
      this.#made = {
        url,
        headers: this.#headers,
        body,
        declared: known.declared,
        wasAborted: false,
        progress: (loaded) => this.upload.onprogress?.({ loaded }),
        answer: (status, answered = {}, headers = {}) => {
          if (status < 300) known.offset += body.size;
          this.#answer(status, { 'Upload-Offset': String(known.offset), ...headers }, answered);
        },
        cut: () => {
          this.onerror?.();
          this.onloadend?.();
        },
      };
      uploads.push(this.#made);
    }
  }
  vi.stubGlobal('XMLHttpRequest', Fake);
  return uploads;
}
