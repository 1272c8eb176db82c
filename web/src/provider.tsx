import en from '@wording/en.json?portal';
import { go, loginWithReturn } from './app/location';
import { ProviderRoot } from './app/portal/provider-root';
import { start } from './app/start';
import { pageDomain } from './lib/api';
import { applyTheme } from './lib/theme';
import { keepPageLanguage } from './lib/wording';

start(<ProviderRoot />, { en, ta: () => import('@wording/ta.json?portal') }, () => {
  applyTheme(pageDomain()?.entity?.theme ?? null);
  keepPageLanguage();
  go(loginWithReturn());
});
