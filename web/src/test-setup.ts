import { ReadableStream } from 'node:stream/web';
import { configure } from '@testing-library/dom';
import { afterEach, beforeAll, vi } from 'vitest';
import { completeWording, startWording } from '@/lib/wording';

// Wait longer than a second for fetches and lazy parts: the machine may be busy.
configure({ asyncUtilTimeout: 8_000 });

beforeAll(async () => {
  await startWording();
  await completeWording();
});

afterEach(() => {
  sessionStorage.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

// The browser has it, a jsdom context does not.
Object.assign(globalThis, { ReadableStream });

// Node's connects all test files of a run; a test that needs one brings its own.
Reflect.deleteProperty(globalThis, 'BroadcastChannel');

// jsdom has none of these; Mantine and the forms need them.
Element.prototype.scrollIntoView ??= () => {};
window.matchMedia ??= (query) =>
  ({
    matches: false,
    media: query,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }) as unknown as MediaQueryList;
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// Growing text areas wait for the fonts.
if (!('fonts' in document)) {
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
}
