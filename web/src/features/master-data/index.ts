export { MasterScreen } from './MasterScreen';
