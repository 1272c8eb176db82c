export { SignInPolicy } from './sign-in-policy';
export { keeperScreen } from './use-policy';
