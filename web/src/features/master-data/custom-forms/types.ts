import type { ScreenInfo } from '@/lib/session';
import type { ValuesForm } from '../form/use-values';
import type { Definition, MasterRecord } from '../model/definition';
import type { FormValues, Mode } from '../model/record';

/** What the drawer hands to a form body. The drawer itself validates, saves, asks before closing and shows errors. */
export interface CustomFormProps {
  definition: Definition;
  /** Values are text, `null` where nothing is chosen, and truth values for switches; numbers are text too. */
  form: ValuesForm;
  /** The record as it was found; absent when a new one is made. */
  record?: MasterRecord;
  mode: Mode;
  readOnly: boolean;
}

export interface RichScreenProps {
  screen: ScreenInfo;
}

/** Runs after the record was stored and before the form closes. What it throws is shown, and the form stays open. */
export type AfterSave = (stored: { saved: MasterRecord; values: FormValues; mode: Mode }) => Promise<void>;
