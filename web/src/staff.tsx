import { go, loginWithReturn } from './app/location';
import { StaffRoot } from './app/staff-root';
import { start } from './app/start';
import { keepPageLanguage } from './lib/wording';

start(<StaffRoot />, () => {
  keepPageLanguage();
  go(loginWithReturn());
});
