import { call } from './api.js';
import { loginOf } from './house.js';
import { paper } from './paper.js';
import { picture } from './picture.js';
import { kinds, typedOf } from './request-kinds.js';

/** What a journey needs prepared without a browser: calls of bankers, and of customers. */
export const transaction = (house, login, wishes) => {
  const isCustomer = login.auth.userType === 'C';
  return call(house.origin, login, {
    area: 'transaction',
    service: isCustomer ? 'customer' : 'banker',
    screenId: isCustomer ? 'SD-CUS-001' : 'SD-BNK-007',
    ...wishes,
  });
};

/** A request for the required documents of its kind, made and sent by BANKER1. */
export async function sendRequest(house, entity, person, more = {}, ofParty = {}) {
  const { codes, required } = kinds[entity];
  const login = await loginOf(house, entity, 'BANKER1');
  const { firstName, lastName, emailAddress, mobileNumber, langCode } = person;
  const party = {
    partyType: 'Customer',
    ...{ firstName, lastName, emailAddress, mobileNumber, langCode },
    primaryParty: true,
    authorizeOtherPty: true,
    emailNotification: true,
    smsNotification: true,
    documents: required.map(({ documentCode }) => ({ documentCode, mandatory: true })),
    ...ofParty,
  };
  const body = {
    ...typedOf(person),
    ...codes,
    customerCountry: 'IN',
    state: 'TN',
    parties: [party],
    send: true,
    ...more,
  };
  const { record } = await transaction(house, login, {
    resource: 'docrequest',
    operation: 'S',
    screenId: entity === 'KALVI' ? 'SD-EDU-001' : 'SD-BNK-001',
    body,
  });
  return record;
}

/** Hands in a paper for every document that is asked for. */
export async function handIn(house, login, { txnRefNo, parties }, remark) {
  const lines = ['Name: Kayal Pandian', 'Number: 4417 2290 1183', 'Issued: 12 June 2024, Chennai'];
  for (const { documentNo, documentTitle, documentTypes } of parties[0].documents) {
    const isPaper = documentTypes.includes('pdf');
    const fileName = `${documentTitle.toLowerCase().replaceAll(' ', '-')}.${isPaper ? 'pdf' : 'png'}`;
    await transaction(house, login, {
      resource: 'document/upload',
      operation: 'S',
      query: `?${new URLSearchParams({ txnRefNo, documentNo, fileName })}`,
      body: isPaper ? paper(documentTitle, lines, documentNo === 1 ? 2 : 1) : picture(480, 600),
    });
  }
  const submission = { resource: 'document/submit', operation: 'U', body: { txnRefNo, remark } };
  return (await transaction(house, login, submission)).record;
}

export async function findRequest(house, entity, txnRefNo, user = 'BANKER1') {
  const login = await loginOf(house, entity, user);
  const wishes = { resource: 'docrequest', operation: 'F', screenId: 'SD-BNK-007', body: { txnRefNo } };
  return (await transaction(house, login, wishes)).record;
}

const oneEntity = { area: 'admin', resource: 'master', screenId: 'SD-ADM-011' };

/** Days begin and end by the entity's own time zone. */
export async function setTimeZone(house, entity, utcTimeZone) {
  const login = await loginOf(house, entity, 'ADMIN');
  const { record } = await call(house.origin, login, {
    ...oneEntity,
    operation: 'F',
    body: { entityCode: entity },
  });
  await call(house.origin, login, { ...oneEntity, operation: 'U', body: { ...record, utcTimeZone } });
}

/** The zones at both ends of the calendar: where it is still yesterday, and where it is tomorrow first. */
export const ends = { last: 'Etc/GMT+12', first: 'Pacific/Kiritimati' };

/** Waits until a request stands as it should; jobs run beside the calls. */
export async function stands(house, entity, txnRefNo, status) {
  for (let left = 300; left > 0; left -= 1) {
    const { transactionStatus } = await findRequest(house, entity, txnRefNo);
    if (transactionStatus === status) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${txnRefNo} never became ${status}`);
}
