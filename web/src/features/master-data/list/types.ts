import { can } from '@/lib/permissions';
import type { ScreenInfo } from '@/lib/session';
import type { Definition } from '../model/definition';
import type { Opening } from '../model/url-state';

/** What the caller's role lets them do here; the rest is not shown. */
export interface Rights {
  edit: boolean;
  copy: boolean;
  delete: boolean;
}

export function rightsOn(screen: ScreenInfo): Rights {
  const edit = can(screen, 'edit');
  return { edit, copy: edit && can(screen, 'copy'), delete: can(screen, 'delete') };
}

/** The server would refuse what is not shown. */
export const mayImport = (definition: Definition, rights: Rights) =>
  rights.edit && definition.imports !== false;
export const mayExport = (definition: Definition) => definition.exports !== false;

/** What a row may ask for. The same functions for all rows and all renders, so that rows stay as they are. */
export interface RowActions {
  open(what: Opening, key: string): void;
  href(key: string): string;
  remove(key: string): void;
  select(key: string, on: boolean): void;
  /** Users only: leads to why they can or cannot do something. */
  check?(key: string): void;
}
