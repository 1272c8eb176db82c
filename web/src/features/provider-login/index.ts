export { ProviderLogin } from './provider-login';
