export { type Service, services, session } from './storage';
export type {
  Action,
  Auth,
  Branch,
  EntityType,
  Language,
  ScreenInfo,
  ThemeTokens,
} from './types';
export { isCustomer } from './types';
export { useAuth, useOptionalAuth } from './use-auth';
