export { SsoPage } from './sso-page';
