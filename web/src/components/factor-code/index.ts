export { CodeField } from './code-field';
export { default as wayClasses } from './factor-code.module.css';
export { FactorForm } from './factor-form';
export { type FactorCode, useFactorCode } from './use-factor-code';
