export { Areas } from './areas';
export { MonthlyRequests } from './monthly-requests';
export { Welcome } from './welcome';
