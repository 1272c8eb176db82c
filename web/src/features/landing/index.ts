export { Areas, MonthlyRequests, Welcome } from './welcome';
