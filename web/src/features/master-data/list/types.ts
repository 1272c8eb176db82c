import { can } from '@/lib/permissions';
import type { ScreenInfo } from '@/lib/session';
import type { Definition } from '../model/definition';
import type { Opening } from '../model/url-state';

/** What the user's role allows here; other actions are hidden. */
export interface Rights {
  edit: boolean;
  copy: boolean;
  delete: boolean;
}

export function rightsOn(screen: ScreenInfo): Rights {
  const edit = can(screen, 'edit');
  return { edit, copy: edit && can(screen, 'copy'), delete: can(screen, 'delete') };
}

/** The server would refuse hidden actions. */
export const mayImport = (definition: Definition, rights: Rights) =>
  rights.edit && definition.imports !== false;
export const mayExport = (definition: Definition) => definition.exports !== false;

/** Row callbacks. Stable across rows and renders, so that rows do not render again. */
export interface RowActions {
  open(what: Opening, key: string): void;
  href(key: string): string;
  remove(key: string): void;
  select(key: string, on: boolean): void;
  /** Users only: opens the access check. */
  check?(key: string): void;
}
