import type { ScreenInfo } from '@/lib/session';
import type { ValuesForm } from '../form/use-values';
import type { Definition, MasterRecord } from '../model/definition';
import type { FormValues, Mode } from '../model/record';

/** Props the drawer passes to a form body. The drawer validates, saves, guards closing and shows errors. */
export interface CustomFormProps {
  definition: Definition;
  /** Values are text, `null` where nothing is chosen, and booleans for switches; numbers are text too. */
  form: ValuesForm;
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
