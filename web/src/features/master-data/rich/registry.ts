import type { ComponentType, LazyExoticComponent } from 'react';
import type { AfterSave, RichFormProps, RichScreenProps } from './types';

/** Form bodies that replace the plain one, by resource. Each is loaded on demand. */
export const richForms: Record<string, LazyExoticComponent<ComponentType<RichFormProps>>> = {};

/** Whole screens that replace the list, by resource. */
export const richScreens: Record<string, LazyExoticComponent<ComponentType<RichScreenProps>>> = {};

/** Parts of a record that are stored in calls of their own, after the record itself. */
export const richAfterSave: Record<string, AfterSave> = {};

/** Forms that are happier in a wider drawer. */
export const wideForms: Set<string> = new Set();
