import assert from 'node:assert/strict';

/** Everything the browser complains about: errors of the page, of the console, and refusals of the security policy. */
export function watchFaults(page) {
  const faults = [];
  page.on('pageerror', (error) => faults.push(`page: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isIcon(message))
      faults.push(`console: ${message.text()} ${placeOf(message)}`);
  });
  return faults;
}

/** Asked for by the browser itself, where a journey opens something that is no page of ours. */
const isIcon = (message) => message.location().url.endsWith('/favicon.ico');

/** The resource that was asked for: the header json in the address would drown it, and a port could look like a status. */
const placeOf = (message) =>
  message
    .location()
    .url.replace(/^https?:\/\/[^/]+/, '')
    .replace(/@%7B.*?%7D/i, '');

/** `expected` are complaints that the journey brought about itself, such as answers of 422. */
export function assertNoFaults({ faults }, ...expected) {
  const left = faults.splice(0).filter((fault) => !expected.some((pattern) => pattern.test(fault)));
  assert.deepEqual(left, []);
}
