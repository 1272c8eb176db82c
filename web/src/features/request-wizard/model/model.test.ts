import { describe, expect, test } from 'vitest';
import { addDocuments, addParty, namesOf, removeParty, withCustomer, withParty, withProposed } from './change';
import { checkCustomer, checkNotification, checkParties, stepOf } from './check';
import { contentOf, emptyValues, rekeyed, type WizardValues } from './values';
import { fromBody, toBody } from './wire';

const today = '2026-11-15';
const pan = { documentCode: 'PAN', documentTitle: 'PAN card' };
const passport = { documentCode: 'PASS', documentTitle: 'Passport', mandatory: false };

function filled(): WizardValues {
  const customer = {
    customerName: 'Meena Subramaniam',
    customerType: 'IND',
    customerIndicator: 'NEW',
    customerIndustry: 'IT',
    customerReference: 'C-77',
    requestCategory: 'LOAN',
    requestSubCategory: 'HOME',
    requestPurpose: 'BUY',
    primaryMobile: '+919840012345',
    emailAddress: 'meena@example.com',
    address1: '1 Lake View',
    address2: 'Anna Nagar',
    address3: 'West',
    city: 'Chennai',
    state: 'TN',
    postalCode: '600040',
  };
  const values = withCustomer(emptyValues('IN', 'en'), customer);
  const dated = { ...values, notification: { ...values.notification, documentDueDate: '2026-11-22' } };
  return withProposed(dated, [pan, passport]);
}

const keyOf = (values: WizardValues, at: number) => values.parties[at]?.key ?? '';

describe('the customer', () => {
  test('lacks everything that must be there, and nothing that may be missing', () => {
    const faults = checkCustomer(emptyValues(null, 'en'));
    expect(Object.keys(faults)).toHaveLength(15);
    expect(faults.customerName).toEqual({ key: 'enter', field: 'customerName' });
    expect(faults.customerType).toEqual({ key: 'select', field: 'customerType' });
    for (const name of ['alternateMobile', 'customerCategory', 'referredBy', 'userReference']) {
      expect(faults[name]).toBeUndefined();
    }
    expect(checkCustomer(filled())).toEqual({});
  });

  test.each([
    ['customerName', '12345', 'validCustomerName'],
    ['emailAddress', 'meena@', 'validEmail'],
    ['primaryMobile', '12', 'enterValid'],
    ['postalCode', '12345678901', 'maxLength'],
    ['city', 'Chen\u0007nai', 'enterValid'],
  ])('is told when %s is %s', (name, value, key) => {
    expect(checkCustomer(withCustomer(filled(), { [name]: value }))[name]?.key).toBe(key);
  });

  test('needs the second and third line of the address unless the entity does without', () => {
    const short = withCustomer(filled(), { address1: '', address2: '', address3: '' });
    expect(Object.keys(checkCustomer(short))).toEqual(['address1', 'address2', 'address3']);
    expect(Object.keys(checkCustomer(short, false))).toEqual(['address1']);
  });

  test('of another category has no sub category yet, of another country no state', () => {
    const values = withCustomer(filled(), { requestCategory: 'ACC', customerCountry: 'US' });
    expect([values.customer.requestSubCategory, values.customer.state]).toEqual([null, null]);
    expect(withCustomer(filled(), { requestCategory: 'LOAN' }).customer.requestSubCategory).toBe('HOME');
  });

  test('is the first party as long as nobody types otherwise', () => {
    const first = filled();
    expect(first.parties[0]).toMatchObject({
      firstName: 'Meena',
      lastName: 'Subramaniam',
      primaryParty: true,
    });
    const renamed = withCustomer(first, { customerName: 'Meena Devi Raman' });
    expect(renamed.parties[0]).toMatchObject({ firstName: 'Meena Devi', lastName: 'Raman' });
    const typed = withParty(renamed, keyOf(renamed, 0), { mobileNumber: '9999999999' });
    const later = withCustomer(typed, { primaryMobile: '8888888888', emailAddress: 'm@example.com' });
    expect(later.parties[0]).toMatchObject({ mobileNumber: '9999999999', emailAddress: 'm@example.com' });
    expect(namesOf('Cher')).toEqual({ firstName: 'Cher', lastName: '' });
  });
});

describe('documents', () => {
  test('of another category replace what was proposed before, and nothing that was touched', () => {
    const values = filled();
    const [first, second] = values.parties[0]?.documents ?? [];
    expect([first?.mandatory, second?.mandatory]).toEqual([true, false]);
    const touched = addDocuments(values, keyOf(values, 0), [{ documentCode: 'OWN', documentTitle: 'Own' }]);
    const next = withProposed(touched, [passport, { documentCode: 'SLIP', documentTitle: 'Salary slip' }]);
    expect(next.parties[0]?.documents.map(({ documentCode }) => documentCode)).toEqual(['OWN', 'PASS', 'SLIP']);
  });

  test('are asked of a party only once, and at most a hundred times', () => {
    const values = filled();
    const twice = addDocuments(values, keyOf(values, 0), [pan]);
    expect(twice.parties[0]?.documents).toHaveLength(2);
    const many = Array.from({ length: 120 }, (_, at) => ({ documentCode: `D${at}`, documentTitle: 'x' }));
    expect(addDocuments(values, keyOf(values, 0), many).parties[0]?.documents).toHaveLength(100);
  });
});

describe('parties', () => {
  const two = () => {
    const values = addParty(filled(), 'ta');
    return withParty(values, keyOf(values, 1), {
      firstName: 'Arjun',
      lastName: 'Raman',
      mobileNumber: '9840011111',
      emailAddress: 'arjun@example.com',
    });
  };

  test('may not share a number or an address, however it is written', () => {
    const values = two();
    const same = withParty(values, keyOf(values, 1), { emailAddress: 'Meena@Example.com' });
    expect(checkParties(values, today)).toEqual({});
    expect(checkParties(same, today)).toEqual({
      'parties[1].emailAddress': { key: 'exists', field: 'emailAddress' },
    });
  });

  test('are told by mail or SMS, and have the address for it', () => {
    const values = two();
    const none = withParty(values, keyOf(values, 1), { emailNotification: false });
    expect(checkParties(none, today)['parties[1].emailNotification']?.key).toBe('eitherEmailOrSms');
    const noMail = withParty(values, keyOf(values, 1), { emailAddress: '' });
    expect(checkParties(noMail, today)['parties[1].emailAddress']?.key).toBe('enter');
    const bySms = withParty(noMail, keyOf(noMail, 1), { emailNotification: false, smsNotification: true });
    expect(checkParties(bySms, today)).toEqual({});
  });

  test('take with them whom they have authorised', () => {
    const values = two();
    const third = addParty(values, 'en', keyOf(values, 1));
    const faults = checkParties(third, today);
    expect(faults['parties[2].relationship']?.key).toBe('select');
    expect(faults['parties[2].authLevel']?.key).toBe('select');
    expect(removeParty(third, keyOf(third, 1)).parties).toHaveLength(1);
  });

  test('that may no longer authorise have authorised nobody', () => {
    const values = two();
    const named = addParty(values, 'en', keyOf(values, 1));
    const off = withParty(named, keyOf(named, 1), { authorizeOtherPty: false });
    expect(off.parties.map(({ key }) => key)).toEqual([keyOf(values, 0), keyOf(values, 1)]);
    expect(withParty(named, keyOf(named, 0), { authorizeOtherPty: false }).parties).toHaveLength(3);
  });

  test('are fifty at most, and together are asked for one document at least', () => {
    let values = filled();
    for (let at = 0; at < 60; at += 1) values = addParty(values, 'en');
    expect(values.parties).toHaveLength(50);
    const none = withProposed(filled(), []);
    expect(checkParties(none, today)['parties[0].documents']?.key).toBe('select');
  });

  test('may be given documents by a day that is neither past nor after the expiry', () => {
    const due = (day: string) => {
      const values = filled();
      const [party] = values.parties;
      const documents = (party?.documents ?? []).map((each) => ({ ...each, documentDueDate: day }));
      return checkParties(withParty(values, keyOf(values, 0), { documents }), today);
    };
    const path = 'parties[0].documents[0].documentDueDate';
    expect(due('2026-11-15')).toEqual({});
    expect(due('2026-11-14')[path]?.key).toBe('validDate');
    expect(due('2026-12-16')[path]?.key).toBe('dueAfterExpiry');
    expect(due('soon')[path]?.key).toBe('validDate');
  });
});

describe('the notification', () => {
  const set = (patch: object) => {
    const values = filled();
    return checkNotification({ ...values, notification: { ...values.notification, ...patch } }, today);
  };

  test('needs a day from today on, and numbers of days', () => {
    expect(set({})).toEqual({});
    expect(set({ documentDueDate: null }).documentDueDate?.key).toBe('selectDueDate');
    expect(set({ documentDueDate: '2026-11-14' }).documentDueDate?.key).toBe('validDate');
    expect(set({ documentDueDate: '2026-11-30', expiryDays: '10' }).documentDueDate?.key).toBe('dueAfterExpiry');
    expect(set({ expiryDays: '4000' }).expiryDays?.key).toBe('range');
    expect(set({ recurringReminderDays: 'x' })['notification.recurringReminderDays']?.key).toBe('range');
    expect(set({ recurringReminderDays: '0' })).toEqual({});
  });
});

describe('the body', () => {
  test('leaves out what is empty and what only the form knows', () => {
    const body = toBody(filled());
    expect(body).toMatchObject({
      customerName: 'Meena Subramaniam',
      expiryDays: 30,
      documentDueDate: '2026-11-22',
    });
    expect(body).not.toHaveProperty('alternateMobile');
    const [party] = body.parties as Record<string, unknown>[];
    expect(party).not.toHaveProperty('key');
    expect(party).not.toHaveProperty('partySeqNo');
    expect((party as { documents: object[] }).documents[1]).toEqual({
      documentCode: 'PASS',
      mandatory: false,
    });
    expect(body.notification).toEqual({
      recurringReminderDays: 3,
      reminderDaysBeforeExpiry: 3,
      reminderOnExpiryDate: true,
      notifyAllParties: false,
      notifyAuthorisedParties: false,
      statusChangeTo: 'customer',
    });
  });

  test('says who authorised whom by number, or by place where there is no number yet', () => {
    const start = addParty(filled(), 'en');
    const values = addParty(start, 'en', keyOf(start, 1));
    const last = withParty(values, keyOf(values, 2), { authLevel: '2', relationship: 'SON' });
    expect((toBody(last).parties as object[])[2]).toMatchObject({
      authPartySeqNo: 2,
      authLevel: 2,
      relationship: 'SON',
    });
    expect((toBody(last).parties as object[])[2]).not.toHaveProperty('documents');
    const numbered = withParty(last, keyOf(last, 1), { partySeqNo: 4 });
    expect((toBody(numbered).parties as object[])[2]).toMatchObject({ authPartySeqNo: 4 });
  });

  test('carries the same remarks to all where that is wished', () => {
    const values = addParty(filled(), 'en');
    const same = withParty(values, keyOf(values, 0), {
      requestRemarks: 'Please hurry',
      sameRemarksToAllPty: true,
    });
    expect(
      (toBody(same).parties as object[]).map((party) => (party as { requestRemarks: string }).requestRemarks),
    ).toEqual(['Please hurry', 'Please hurry']);
  });

  test('comes back as the same form, authorised parties included', () => {
    const start = addParty(filled(), 'en');
    const values = withParty(addParty(start, 'en', keyOf(start, 1)), keyOf(start, 0), { langCode: 'ta' });
    const titled = (given: object) => {
      const body = structuredClone(given) as { parties: { documents?: { documentTitle?: string }[] }[] };
      const titles = ['PAN card', 'Passport'];
      for (const [at, each] of body.parties[0]?.documents?.entries() ?? []) each.documentTitle = titles[at];
      return body;
    };
    const again = fromBody(titled(toBody(values)) as never, 'IN', 'en');
    expect(again.parties[2]?.authorisedBy).toBe(again.parties[1]?.key);
    expect(contentOf(again)).toBe(contentOf(values));
  });

  test('kept values come back under other keys and mean the same', () => {
    const start = addParty(filled(), 'en');
    const values = addParty(start, 'en', keyOf(start, 1));
    const again = rekeyed(values);
    expect(contentOf(again)).toBe(contentOf(values));
    expect(again.parties.some(({ key }) => values.parties.some((party) => party.key === key))).toBe(false);
  });
});

test('every path belongs to a step', () => {
  expect(
    ['customerName', 'parties[3].firstName', 'documentDueDate', 'notification.recurringReminderDays'].map(stepOf),
  ).toEqual([0, 1, 2, 2]);
});
