import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';

const base64 = (value) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A self-signed certificate for this machine. */
export function makeCertificate(folder) {
  const [key, certificate] = ['provider.key', 'provider.pem'].map((name) => join(folder, name));
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const kind = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-addext',
    'basicConstraints=critical,CA:FALSE',
  ];
  const args = ['req', '-x509', '-nodes', '-days', '2', ...kind, ...names, '-keyout', key, '-out', certificate];
  execFileSync('openssl', args, { stdio: 'ignore' });
  return { key: readFileSync(key), cert: readFileSync(certificate) };
}

/** An OpenID provider with a page on which users choose who they are. */
export async function startProvider(folder) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const grants = new Map();
  const provider = { clientId: 'docz-e2e', secret: 'e2e-secret', modes: ['query'], user: 'banker1' };

  const about = () => ({
    issuer: provider.issuer,
    authorization_endpoint: `${provider.issuer}/page`,
    token_endpoint: `${provider.issuer}/token`,
    jwks_uri: `${provider.issuer}/keys`,
    response_types_supported: ['code'],
    response_modes_supported: provider.modes,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  });
  const keys = () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'ES256' }] });
  const page = (query) => {
    const code = base64(`${query.get('nonce')}-code`);
    grants.set(code, { nonce: query.get('nonce'), challenge: query.get('code_challenge') });
    const mark = query.get('response_mode') === 'fragment' ? '#' : '?';
    const to = (said) =>
      `${query.get('redirect_uri')}${mark}${new URLSearchParams({ ...said, state: query.get('state') })}`;
    const link = (name, said) => `<p><a href="${to(said).replaceAll('&', '&amp;')}">${name}</a></p>`;
    return `<!doctype html><title>Provider</title>${link('allow', { code })}${link('deny', { error: 'access_denied' })}`;
  };
  const token = (form) => {
    const grant = grants.get(form.get('code'));
    grants.delete(form.get('code'));
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!grant || grant.challenge !== challenge) return { error: 'invalid_grant' };
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: provider.issuer,
      sub: '1',
      aud: provider.clientId,
      iat: now,
      exp: now + 300,
      nonce: grant.nonce,
      preferred_username: provider.user,
    };
    const text = `${base64({ alg: 'ES256', kid: 'k1' })}.${base64(claims)}`;
    const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return { access_token: 'x', token_type: 'Bearer', id_token: `${text}.${signature.toString('base64url')}` };
  };

  const server = createServer(makeCertificate(folder), async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, provider.issuer);
    const answer = (value) => response.setHeader('Content-Type', 'application/json').end(JSON.stringify(value));
    if (pathname.endsWith('/openid-configuration')) answer(about());
    else if (pathname.endsWith('/keys')) answer(keys());
    else if (pathname.endsWith('/page')) response.setHeader('Content-Type', 'text/html').end(page(searchParams));
    else if (pathname.endsWith('/token')) {
      const parts = [];
      for await (const part of request) parts.push(part);
      const said = token(new URLSearchParams(Buffer.concat(parts).toString()));
      if (said.error) response.statusCode = 400;
      answer(said);
    } else response.writeHead(404).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  provider.port = server.address().port;
  provider.issuer = `https://localhost:${provider.port}/realms/bank`;
  provider.stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return provider;
}
