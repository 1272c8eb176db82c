export { ForgotPage } from './forgot-page';
export { ResetPage } from './reset-page';
