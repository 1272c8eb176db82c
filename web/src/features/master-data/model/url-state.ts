import type { ListAddress } from '@/components/list';
import type { Definition } from './definition';

const openings = ['new', 'edit', 'copy', 'history', 'import'] as const;
export type Opening = (typeof openings)[number];

const addresses = new WeakMap<Definition, ListAddress>();

/** What the list of a master understands of an address; one object per definition, so that it is stable. */
export function addressOf(definition: Definition): ListAddress {
  const made = addresses.get(definition);
  if (made) return made;
  const known = new Set(definition.fields.map((field) => field.name));
  const address: ListAddress = {
    sizes: [15, 25, 50, 100],
    sort: '',
    isSort: (field) => known.has(field) || field === 'updatedOn',
    isFilter: (name) => known.has(name),
    prefix: 'f.',
    isOpening: (open) => (openings as readonly string[]).includes(open),
  };
  addresses.set(definition, address);
  return address;
}
