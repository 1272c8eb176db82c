export { Password } from './password';
export { SecondFactor } from './second-factor';
export { Sessions } from './sessions';
