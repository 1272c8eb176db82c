import { useCallback } from 'react';
import { useUserNames } from '@/lib/user-names';
import { t as say, useTranslation } from '@/lib/wording';
import { isSystem } from '../model/owing';

/** Wording keys of a field's name: short ones for columns where they exist, else the server's. */
export const fieldKeys = (name: string) => [`ui.requests.field.${name}`, `field.docrequest.${name}`];

/** A column has less room than a field. */
export const columnKeys = (name: string) => [`ui.requests.column.${name}`, ...fieldKeys(name)];

/** A filter has its field's name unless it needs its own. */
export const filterKeys = (name: string) => [`ui.requests.filter.${name}`, ...fieldKeys(name)];

/** For code outside components. */
export const fieldText = (name: string): string => say(fieldKeys(name));

/** The actor by name; automatic events belong to the system. */
export function useActorText(shown: string | null) {
  const { t } = useTranslation();
  const nameOf = useUserNames([shown]);
  return (actor: string | null) =>
    actor && isSystem(actor) ? t('ui.master.history.system') : actor ? nameOf(actor) : '';
}

/** The action in a word or two; actions without wording are shown as they are. */
export function useActionText() {
  const { t } = useTranslation();
  return useCallback(
    (action: string | null) => (action ? t(`ui.requests.did.${action.toLowerCase()}`, { defaultValue: action }) : ''),
    [t],
  );
}
