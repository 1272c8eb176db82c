export { LogScreen as default } from './log-screen';
