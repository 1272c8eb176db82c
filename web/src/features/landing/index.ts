export { Needs } from './needs';
export { Setup } from './setup';
export { ToApprove } from './to-approve';
export { Tour } from './tour';
export { Areas, MonthlyRequests, ToReview, Welcome } from './welcome';
