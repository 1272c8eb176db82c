import { readFileSync } from 'node:fs';
import type { PluginOption } from 'vite';

/** Words used by the first pages of both entries: the frame, Page Not Found, the dialogs. */
const common = [
  'app',
  'term',
  'message.networkIssue',
  'message.tokenExpired',
  'message.sessionExpired',
  'message.sessionExpiredTitle',
  'message.enter',
  'message.select',
  'ui.common',
  'ui.feedback',
  'ui.shell.notFound',
];

/** The staff pages before login need these; the rest loads with the shell. The portal needs nothing more. */
const needed: Record<string, string[]> = {
  staff: [
    ...common,
    'message.passwordRequired',
    'message.passwordShort',
    'message.passwordLong',
    'message.passwordWeak',
    'message.passwordNoLetter',
    'message.passwordCommon',
    'message.loginFailed',
    'message.captchaFailed',
    'message.userExpired',
    'message.userInactive',
    'message.entityExpired',
    'message.entityInactive',
    'message.tooManyTries',
    'message.validOtp',
    'ui.login',
    'ui.reset',
  ],
  portal: [
    ...common,
    'message.validOtp',
    'message.otpInvalid',
    'message.validUserId',
    'message.entityExpired',
    'message.entityInactive',
    'message.tooManyTries',
    'field.customerusermaster',
    'option.userLanguage',
    'screen.providerLogin',
    'screen.providerRequests',
    'screen.providerUpload',
    'screen.providerProfile',
    'reject',
    'ui.login.entity',
    'ui.login.chooseEntity',
    'ui.login.loadFailed',
    'ui.login.tryAgainIn',
    'ui.provider',
    'ui.counts',
    'ui.upload',
    'ui.scan',
    'message.unsupportedFormat',
    'message.UploadAnyDocumentORemarks',
    'message.EnTxn0055',
  ],
};

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

/** The words of a language are data, not script: the built page fetches them, as `load.ts` expects. */
export function fetchedWords(): PluginOption {
  return {
    name: 'fetched-words',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const name = /\/wording\/([\w.]+)\.json$/.exec(id)?.[1];
      if (!name) return null;
      const source = JSON.stringify(JSON.parse(readFileSync(id, 'utf8')));
      const file = this.emitFile({ type: 'asset', name: `words-${name}.json`, source });
      const code = `export default () => fetch(import.meta.ROLLUP_FILE_URL_${file}).then((answer) => answer.json())`;
      return { code, moduleType: 'js' };
    },
  };
}

/** `import words from '…/en.json?portal'` bundles only those words, so that the first page stays small. */
export function firstWords(): PluginOption {
  return {
    name: 'first-words',
    enforce: 'pre',
    load(id) {
      const [file = '', entry = ''] = id.split('?');
      const paths = file.endsWith('.json') ? needed[entry] : undefined;
      if (!paths) return null;
      this.addWatchFile(file);
      const words: Words = {};
      for (const path of paths) pick(JSON.parse(readFileSync(file, 'utf8')), path, words);
      return { code: `export default ${JSON.stringify(words)}`, moduleType: 'js' };
    },
  };
}
