export { applyTheme, safeTokens } from './entity-theme';
export { cssVariablesResolver, theme } from './theme';
