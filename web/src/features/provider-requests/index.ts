export { ProviderRequests } from './list';
export { ProviderRequest } from './request-page';
