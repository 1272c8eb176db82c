import assert from 'node:assert/strict';

/** Every address the page requests from now on. */
export function watchUrls(page) {
  const urls = [];
  page.on('request', (request) => urls.push(decodeURIComponent(request.url())));
  return urls;
}

export function assertNoSecrets(urls, secrets) {
  assert.ok(urls.length > 0, 'calls were watched');
  for (const secret of secrets) {
    const told = urls.find((url) => url.includes(secret));
    assert.equal(told, undefined, 'an address carries a secret');
  }
}
