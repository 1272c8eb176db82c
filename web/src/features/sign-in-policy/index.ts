export { keeperScreen } from './policy';
export { SignInPolicy } from './sign-in-policy';
