export { AccessCheck } from './access-check';
