import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { saveDocuments } from './template/save-documents';
import type { AfterSave, CustomFormProps, RichScreenProps } from './types';

/** Form bodies that replace the plain one, by resource. Each is loaded on demand. */
export const customForms: Record<string, LazyExoticComponent<ComponentType<CustomFormProps>>> = {
  master: lazy(() => import('./entity/entity-form')),
  documenttemplatedefinitionmaster: lazy(() => import('./template/template-form')),
  smstemplate: lazy(() => import('./message/message-form')),
  adminentitydocumentverficationrule: lazy(() => import('./rule/rule-form')),
  usermaster: lazy(() => import('./user/user-form')),
  ssoconfiguration: lazy(() => import('./sso/sso-form')),
  emailconfig: lazy(() => import('./email/email-form')),
};

/** Whole screens that replace the list, by resource. */
export const richScreens: Record<string, LazyExoticComponent<ComponentType<RichScreenProps>>> = {
  rolescreenmapping: lazy(() => import('./access/role-screen-matrix')),
  userbranchaccess: lazy(() => import('./access/user-branch-grid')),
};

/** Parts of a record stored in separate calls, after the record itself. */
export const customAfterSave: Record<string, AfterSave> = {
  documenttemplatedefinitionmaster: saveDocuments,
};

/** Forms that need a wider drawer. */
export const wideForms: Set<string> = new Set([
  'documenttemplatedefinitionmaster',
  'smstemplate',
  'adminentitydocumentverficationrule',
]);
