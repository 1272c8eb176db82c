import { go } from './app/location';
import { ProviderRoot } from './app/portal/provider-root';
import { start } from './app/start';
import { keepPageLanguage } from './lib/wording';

start(<ProviderRoot />, () => {
  keepPageLanguage();
  go('/provider/login');
});
