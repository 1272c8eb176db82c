export { ProviderRequests } from './list';
export { ProviderRequest } from './one';
