import { go, loginWithReturn } from './app/location';
import { StaffRoot } from './app/staff-root';
import { start } from './app/start';
import { applyTheme } from './lib/theme';
import { keepPageLanguage } from './lib/wording';

start(<StaffRoot />, () => {
  applyTheme(null);
  keepPageLanguage();
  go(loginWithReturn());
});
