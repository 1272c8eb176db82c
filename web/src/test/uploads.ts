import { vi } from 'vitest';

/** A running upload that the test controls. */
export interface Upload {
  url: string;
  headers: Record<string, string>;
  body: File;
  wasAborted: boolean;
  progress(loaded: number): void;
  answer(status: number, body?: object): void;
  cut(): void;
}

/** Replaces XMLHttpRequest for uploads. */
export function fakeUploads() {
  const uploads: Upload[] = [];
  class Fake {
    status = 0;
    responseText = '';
    upload: { onprogress?(event: { loaded: number }): void } = {};
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    onloadend?: () => void;
    #url = '';
    #headers: Record<string, string> = {};
    #made?: Upload;
    open(_method: string, url: string) {
      this.#url = url;
    }
    setRequestHeader(name: string, value: string) {
      this.#headers[name] = value;
    }
    getResponseHeader() {
      return null;
    }
    abort() {
      if (this.#made) this.#made.wasAborted = true;
      this.onabort?.();
      this.onloadend?.();
    }
    send(body: File) {
      this.#made = {
        url: decodeURIComponent(this.#url),
        headers: this.#headers,
        body,
        wasAborted: false,
        progress: (loaded) => this.upload.onprogress?.({ loaded }),
        answer: (status, answered = {}) => {
          this.status = status;
          this.responseText = JSON.stringify(answered);
          this.onload?.();
          this.onloadend?.();
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
