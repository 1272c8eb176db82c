export { ChangePassword, ForgotPage, ResetPage } from './reset-page';
