export { SecondFactor } from './second-factor';
export { Sessions } from './sessions';
