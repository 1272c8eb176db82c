import { describe, expect, it } from 'vitest';
import { branch, field, roleAction } from '@/test/definitions';
import { firstColumns, shownColumns } from './columns';
import { parentsFirst, sectionsOf, wideFields } from './sections';

describe('a definition laid out', () => {
  it('a list begins with code and label and ends with the status', () => {
    const columns = firstColumns(branch);
    expect(columns.slice(0, 3)).toEqual(['branchCode', 'branchName', 'tenantCode']);
    expect(columns.at(-1)).toBe('status');
    expect(columns.length).toBeLessThanOrEqual(7);
  });

  it('never shows a secret or hides the code', () => {
    const shown = shownColumns(branch, ['city', 'apiKey', 'gone']).map((column) => column.name);
    expect(shown).toEqual(['branchCode', 'city']);
  });

  it('a short form has no headings, a long one groups by meaning', () => {
    expect(sectionsOf(roleAction).map((part) => part.name)).toEqual(['identity']);
    expect(sectionsOf(branch).map((part) => part.name)).toEqual(['identity', 'contact', 'settings', 'security']);
  });

  it('asks for the tenant before the branch that depends on it', () => {
    const pairs: [string, string][] = [
      ['t', 'tenantCode'],
      ['b', 'branchCode'],
    ];
    const dependent = field('b', 'code', { reference: { resource: 'branchmaster', pairs } });
    expect(parentsFirst([dependent, field('t', 'code')]).map((one) => one.name)).toEqual(['t', 'b']);
  });

  it('a field left alone in its line takes all of it', () => {
    const fields = [field('a', 'text', { max: 50 }), field('b', 'text', { max: 50 }), field('c', 'text', { max: 50 })];
    expect([...wideFields(fields)]).toEqual(['c']);
  });
});
