import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { saveDocuments } from './template/save-documents';
import type { AfterSave, RichFormProps, RichScreenProps } from './types';

/** Form bodies that replace the plain one, by resource. Each is loaded on demand. */
export const richForms: Record<string, LazyExoticComponent<ComponentType<RichFormProps>>> = {
  master: lazy(() => import('./entity/EntityForm')),
  documenttemplatedefinitionmaster: lazy(() => import('./template/TemplateForm')),
  smstemplate: lazy(() => import('./message/MessageForm')),
  adminentitydocumentverficationrule: lazy(() => import('./rule/RuleForm')),
  usermaster: lazy(() => import('./user/UserForm')),
  ssoconfiguration: lazy(() => import('./sso/SsoForm')),
  emailconfig: lazy(() => import('./email/EmailForm')),
};

/** Whole screens that replace the list, by resource. */
export const richScreens: Record<string, LazyExoticComponent<ComponentType<RichScreenProps>>> = {
  rolescreenmapping: lazy(() => import('./access/RoleScreenMatrix')),
  userbranchaccess: lazy(() => import('./access/UserBranchGrid')),
};

/** Parts of a record that are stored in calls of their own, after the record itself. */
export const richAfterSave: Record<string, AfterSave> = {
  documenttemplatedefinitionmaster: saveDocuments,
};

/** Forms that are happier in a wider drawer. */
export const wideForms: Set<string> = new Set([
  'documenttemplatedefinitionmaster',
  'smstemplate',
  'adminentitydocumentverficationrule',
]);
