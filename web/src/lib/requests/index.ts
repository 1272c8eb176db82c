export * from './calls';
export * from './paths';
export * from './supply';
export * from './types';
