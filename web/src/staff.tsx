import en from '@wording/en.json?staff';
import { go, loginWithReturn } from './app/location';
import { StaffRoot } from './app/staff-root';
import { start } from './app/start';
import { applyTheme } from './lib/theme';
import { keepPageLanguage } from './lib/wording';

start(<StaffRoot />, { en, ta: () => import('@wording/ta.json?staff') }, () => {
  applyTheme(null);
  keepPageLanguage();
  go(loginWithReturn());
});
