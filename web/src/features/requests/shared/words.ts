import { useCallback } from 'react';
import { t as say, useTranslation } from '@/lib/wording';
import { isSystem } from '../model/people';

/** The keys of a field's name: short ones for columns where there are any, else those the server uses too. */
export const fieldKeys = (name: string) => [`ui.requests.field.${name}`, `field.docrequest.${name}`];

/** A column has less room than a field. */
export const columnKeys = (name: string) => [`ui.requests.column.${name}`, ...fieldKeys(name)];

/** A filter is named after its field, unless it needs a name of its own. */
export const filterKeys = (name: string) => [`ui.requests.filter.${name}`, ...fieldKeys(name)];

/** For code outside components. */
export const fieldText = (name: string): string => say(fieldKeys(name));

/** Who did it; what nobody's hand did, the system did. */
export function useActorText() {
  const { t } = useTranslation();
  return (actor: string | null) => (actor && isSystem(actor) ? t('ui.master.history.system') : (actor ?? ''));
}

/** What was done, in a word or two; what has no words yet is shown as it came. */
export function useActionText() {
  const { t } = useTranslation();
  return useCallback(
    (action: string | null) =>
      action ? t(`ui.requests.did.${action.toLowerCase()}`, { defaultValue: action }) : '',
    [t],
  );
}
