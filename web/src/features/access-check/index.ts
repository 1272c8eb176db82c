export { AccessCheck as default } from './access-check';
