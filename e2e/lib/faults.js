import assert from 'node:assert/strict';

/** Collects page errors, console errors and violations of the security policy. */
export function watchFaults(page) {
  const faults = [];
  page.on('pageerror', (error) => faults.push(`page: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isIcon(message)) faults.push(`console: ${message.text()} ${placeOf(message)}`);
  });
  return faults;
}

/** Requested by the browser itself on addresses that are not our pages. */
const isIcon = (message) => message.location().url.endsWith('/favicon.ico');

/** The requested resource: the header json in the address would hide it, and a port could look like a status. */
const placeOf = (message) =>
  message
    .location()
    .url.replace(/^https?:\/\/[^/]+/, '')
    .replace(/@%7B.*?%7D/i, '');

/**
 * A file that was just read may turn out to be shown only as original, which the page says. The recorder of a trace
 * reads pictures in the page, which the policy forbids.
 */
const isHidden = /409 .*document\/preview|Connecting to 'blob:/;

/** `expected` are errors the journey causes itself, such as 422 answers. */
export function assertNoFaults({ faults }, ...expected) {
  const left = faults.splice(0).filter((fault) => ![isHidden, ...expected].some((pattern) => pattern.test(fault)));
  assert.deepEqual(left, []);
}
