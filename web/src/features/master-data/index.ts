export { MasterScreen as default } from './master-screen';
