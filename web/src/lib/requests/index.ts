export * from './calls';
export * from './types';
