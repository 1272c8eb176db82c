import assert from 'node:assert/strict';

/** Everything the browser complains about: errors of the page, of the console, and refusals of the security policy. */
export function watchFaults(page) {
  const faults = [];
  page.on('pageerror', (error) => faults.push(`page: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  return faults;
}

/** `expected` are complaints that the journey brought about itself, such as answers of 422. */
export function assertNoFaults({ faults }, ...expected) {
  const left = faults.splice(0).filter((fault) => !expected.some((pattern) => pattern.test(fault)));
  assert.deepEqual(left, []);
}
