export * from './calls';
export * from './supply';
export * from './types';
