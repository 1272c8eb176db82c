export { ContactRoute } from './contact';
export { HomeRoute } from './home';
export { ProfileRoute } from './profile';
export { SettingsRoute } from './settings';
export { SignInRoute } from './sign-in';
