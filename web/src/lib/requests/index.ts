export * from './calls';
export * from './documents';
export * from './paths';
export * from './types';
