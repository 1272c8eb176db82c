export * from './form';
export { default as formClasses } from './form.module.css';
export * from './one-time-code';
export * from './plain-field';
export * from './use-form';
