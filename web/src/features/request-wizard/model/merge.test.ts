import { describe, expect, test } from 'vitest';
import { stored } from '@/test/wizard-answers';
import { addParty, removeDocument, removeParty, withCustomer, withParty } from './change';
import { withNewer } from './merge';
import { contentOf, type WizardValues } from './values';
import { fromBody } from './wire';

const [meena] = stored.parties;
const arjun = { ...meena, partySeqNo: 2, firstName: 'Arjun', primaryParty: false, documents: [] };
const [pan] = meena?.documents ?? [];
const slip = { ...pan, documentNo: 2, documentCode: 'SLIP', documentTitle: 'Salary slip' };
const deed = { ...pan, documentNo: 3, documentCode: 'DEED', documentTitle: 'Sale deed' };

const valuesOf = (parties: object[], more: object = {}) =>
  fromBody({ ...stored, ...more, parties } as never, 'IN', 'en');
const base = () => valuesOf([{ ...meena, documents: [pan, slip] }, arjun]);
const asked = ({ parties }: WizardValues, at: number) =>
  parties[at]?.documents.map(({ documentNo, documentCode }) => `${documentNo} ${documentCode}`);
const keyOf = (values: WizardValues, at: number) => values.parties[at]?.key ?? '';

describe('what was typed, put upon what the request has become', () => {
  test('is what it was where nothing came', () => {
    const mine = withCustomer(base(), { city: 'Madurai' });
    const merged = withNewer(base(), mine, base());
    expect(contentOf(merged.values)).toBe(contentOf(mine));
    expect([merged.added, merged.isOver]).toEqual([[], false]);
  });

  test('has the parties and documents that came, and none that I removed', () => {
    const raji = { ...arjun, partySeqNo: 3, firstName: 'Raji', documents: [{ ...deed, documentNo: 4 }] };
    const theirs = valuesOf([{ ...meena, documents: [pan, slip, deed] }, arjun, raji]);
    const start = base();
    const first = start.parties[0];
    const mine = removeDocument(start, keyOf(start, 0), first?.documents[1]?.key ?? '');
    const { values, added, isOver } = withNewer(start, mine, theirs);
    expect(asked(values, 0)).toEqual(['1 PAN', '3 DEED']);
    expect(values.parties.map(({ firstName }) => firstName)).toEqual(['Meena', 'Arjun', 'Raji']);
    expect(asked(values, 2)).toEqual(['4 DEED']);
    expect([added, isOver]).toEqual([['Sale deed', 'Raji Subramaniam'], false]);
  });

  test('brings a party back that I removed, with only what came to it', () => {
    const theirs = valuesOf([
      { ...meena, documents: [pan, slip] },
      { ...arjun, documents: [deed] },
    ]);
    const start = base();
    const mine = removeParty(start, keyOf(start, 1));
    const { values, added } = withNewer(start, mine, theirs);
    expect(asked(values, 1)).toEqual(['3 DEED']);
    expect(added).toEqual(['Arjun Subramaniam']);
  });

  test('ties an authorised party that came to the party of mine', () => {
    const son = { ...arjun, partySeqNo: 3, firstName: 'Kumaran', authPartySeqNo: 2 };
    const theirs = valuesOf([{ ...meena, documents: [pan, slip] }, { ...arjun, authorizeOtherPty: true }, son]);
    const mine = withParty(base(), '', {});
    const { values } = withNewer(base(), mine, theirs);
    expect(values.parties[2]?.authorisedBy).toBe(keyOf(mine, 1));
    expect(values.parties[1]?.authorizeOtherPty).toBe(true);
  });

  test('asks anew for what was removed elsewhere, and once for what both asked', () => {
    const theirs = valuesOf([{ ...meena, documents: [pan, deed] }]);
    const start = base();
    const mine = addParty(start, 'en');
    const asks = mine.parties[0]?.documents ?? [];
    const typed = withParty(mine, keyOf(mine, 0), {
      documents: [...asks, { ...asks[0], key: 'x', documentNo: null, documentCode: 'DEED' } as never],
    });
    const { values, added, isOver } = withNewer(start, typed, theirs);
    expect(asked(values, 0)).toEqual(['1 PAN', 'null SLIP', '3 DEED']);
    expect(values.parties[1]?.partySeqNo).toBeNull();
    expect([added, isOver]).toEqual([[], true]);
  });

  test('a number that was given anew is another document', () => {
    const theirs = valuesOf([{ ...meena, documents: [pan, { ...deed, documentNo: 2 }] }, arjun]);
    const { values } = withNewer(base(), base(), theirs);
    expect(asked(values, 0)).toEqual(['1 PAN', 'null SLIP', '2 DEED']);
  });

  test('tells when values of others are overwritten', () => {
    const theirs = valuesOf([{ ...meena, documents: [pan, slip] }, arjun], { city: 'Salem' });
    const { values, isOver } = withNewer(base(), base(), theirs);
    expect([values.customer.city, isOver]).toEqual(['Chennai', true]);
  });
});
