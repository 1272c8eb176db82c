export { MasterScreen } from './master-screen';
