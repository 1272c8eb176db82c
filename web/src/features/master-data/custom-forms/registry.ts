import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { ScreenInfo } from '@/lib/session';
import type { RecordFields } from '../form/use-record-form';
import type { Definition, MasterRecord } from '../model/definition';
import type { FormValues, Mode } from '../model/record';
import { saveDocuments } from './template/template-documents';
import { newUser } from './user/new-user';

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
export const customAfterSave: Record<string, AfterSave> = { documenttemplatedefinitionmaster: saveDocuments };

/** What a new record starts with, where that depends on who creates it. */
export const customStart: Record<string, () => FormValues> = { usermaster: newUser };

/** Forms that need a wider drawer. */
export const wideForms: Set<string> = new Set([
  'documenttemplatedefinitionmaster',
  'smstemplate',
  'adminentitydocumentverficationrule',
]);

/** Props the drawer passes to a form body. The drawer validates, saves, guards closing and shows errors. */
export interface CustomFormProps {
  definition: Definition;
  /** Values are text, `null` where nothing is chosen, and booleans for switches; numbers are text too. */
  form: RecordFields;
  /** The record as loaded; absent for a new one. */
  record?: MasterRecord;
  mode: Mode;
  readOnly: boolean;
}

export interface RichScreenProps {
  screen: ScreenInfo;
}

/** Runs after the record is stored and before the form closes. Errors are shown and keep the form open. */
export type AfterSave = (stored: { saved: MasterRecord; values: FormValues; mode: Mode }) => Promise<void>;
