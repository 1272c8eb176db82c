import type { ListAddress } from '@/components/list';

export const filterNames = ['branchCode', 'requestCategory', 'level'] as const;
export type FilterName = (typeof filterNames)[number];

/** The most levels of review that an entity can have. */
export const levels = ['1', '2', '3', '4', '5'];

const isFilter = (name: string, value: string) =>
  name === 'level' ? levels.includes(value) : (filterNames as readonly string[]).includes(name);

/** The queue has one order: the oldest due date first. */
export const address: ListAddress = { sizes: [25, 50, 100], sort: '', isSort: () => false, isFilter };
