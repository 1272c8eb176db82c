export { Areas, MonthlyRequests, ToReview, Welcome } from './welcome';
