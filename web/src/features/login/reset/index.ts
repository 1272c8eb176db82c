export { ForgotPage } from './forgot-page';
export { ChangePassword, ResetPage } from './reset-page';
