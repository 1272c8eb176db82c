import { lazy } from 'react';

export { LoginPage } from './login-page';

/** Rarely needed, so the login page does not wait for them. */
const load = () => import('./reset');
export const ForgotPage = lazy(async () => ({ default: (await load()).ForgotPage }));
export const ResetPage = lazy(async () => ({ default: (await load()).ResetPage }));
export const SsoPage = lazy(async () => ({ default: (await import('./sso')).SsoPage }));
