import { readFileSync } from 'node:fs';
import type { PluginOption } from 'vite';

/** What the pages before the login, the portal and the dialogs say; everything else comes with the shell. */
const needed = [
  'app',
  'term',
  'message.networkIssue',
  'message.tokenExpired',
  'message.sessionExpired',
  'message.sessionExpiredTitle',
  'message.enter',
  'message.select',
  'message.maxLength',
  'message.validUserId',
  'message.validOtp',
  'message.passwordRequired',
  'message.passwordShort',
  'message.passwordLong',
  'message.passwordWeak',
  'message.passwordNoLetter',
  'field.customerusermaster',
  'option.userLanguage',
  'screen.providerLogin',
  'screen.providerRequests',
  'screen.providerProfile',
  'ui.common',
  'ui.feedback',
  'ui.login',
  'ui.provider',
  'ui.reset',
  'ui.shell.notFound',
];

type Words = { [name: string]: string | Words };

function pick(words: Words, path: string, into: Words) {
  const [name = '', ...rest] = path.split('.');
  const value = words[name];
  if (value === undefined) throw new Error(`wording has no ${path}`);
  if (rest.length === 0 || typeof value === 'string') into[name] = value;
  else {
    into[name] ??= {};
    pick(value, rest.join('.'), into[name] as Words);
  }
}

/** `import words from '…/en.json?first'` brings only those, so that the login page stays light. */
export function firstWords(): PluginOption {
  return {
    name: 'first-words',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('.json?first')) return null;
      const file = id.slice(0, -'?first'.length);
      this.addWatchFile(file);
      const words: Words = {};
      for (const path of needed) pick(JSON.parse(readFileSync(file, 'utf8')), path, words);
      return { code: `export default ${JSON.stringify(words)}`, moduleType: 'js' };
    },
  };
}
