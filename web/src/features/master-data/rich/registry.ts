import type { ComponentType, LazyExoticComponent } from 'react';
import type { RichFormProps, RichScreenProps } from './types';

/** Form bodies that replace the plain one, by resource. Each is loaded on demand. */
export const richForms: Record<string, LazyExoticComponent<ComponentType<RichFormProps>>> = {};

/** Whole screens that replace the list, by resource. */
export const richScreens: Record<string, LazyExoticComponent<ComponentType<RichScreenProps>>> = {};
