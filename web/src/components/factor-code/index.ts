export { default as wayClasses } from './factor-code.module.css';
export { CodeField, type FactorCode, FactorForm, useFactorCode } from './factor-form';
