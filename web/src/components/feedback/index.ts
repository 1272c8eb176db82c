export { FeedbackHost } from './feedback-host';
