import { call } from './api.js';
import { paper } from './paper.js';
import { picture } from './picture.js';
import { loginOf } from './product.js';
import { kinds, typedOf } from './request-kinds.js';
import { until } from './until.js';

/** Test data without a browser: calls of bankers and customers. */
export const transaction = (product, login, options) => {
  const isCustomer = login.auth.userType === 'C';
  return call(product.origin, login, {
    area: 'transaction',
    service: isCustomer ? 'customer' : 'banker',
    screenId: isCustomer ? 'SD-CUS-001' : 'SD-BNK-007',
    ...options,
  });
};

/** A request for the required documents of its kind, created and sent by BANKER1. */
export async function sendRequest(product, entity, person, more = {}, ofParty = {}) {
  const { codes, required } = kinds[entity];
  const login = await loginOf(product, entity, 'BANKER1');
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
  const { record } = await transaction(product, login, {
    resource: 'docrequest',
    operation: 'S',
    screenId: entity === 'KALVI' ? 'SD-EDU-001' : 'SD-BNK-001',
    body,
  });
  return record;
}

/** Submits a file for every requested document. */
export async function handIn(product, login, { txnRefNo, parties }, remark) {
  const lines = ['Name: Kayal Pandian', 'Number: 4417 2290 1183', 'Issued: 12 June 2024, Chennai'];
  for (const { documentNo, documentTitle, documentTypes } of documentsOf({ parties })) {
    const isPaper = documentTypes.includes('pdf');
    const fileName = `${documentTitle.toLowerCase().replaceAll(' ', '-')}.${isPaper ? 'pdf' : 'png'}`;
    await transaction(product, login, {
      resource: 'document/upload',
      operation: 'S',
      query: `?${new URLSearchParams({ txnRefNo, documentNo, fileName })}`,
      body: isPaper ? paper(documentTitle, lines, documentNo === 1 ? 2 : 1) : picture(480, 600),
    });
  }
  const submission = { resource: 'document/submit', operation: 'U', body: { txnRefNo, remark } };
  return (await transaction(product, login, submission)).record;
}

export async function findRequest(product, entity, txnRefNo, user = 'BANKER1') {
  const login = await loginOf(product, entity, user);
  const options = { resource: 'docrequest', operation: 'F', screenId: 'SD-BNK-007', body: { txnRefNo } };
  return (await transaction(product, login, options)).record;
}

const oneEntity = { area: 'admin', resource: 'master', screenId: 'SD-ADM-011' };

/** Days begin and end in the entity's time zone. */
export async function setTimeZone(product, entity, utcTimeZone) {
  const login = await loginOf(product, entity, 'ADMIN');
  const { record } = await call(product.origin, login, { ...oneEntity, operation: 'F', body: { entityCode: entity } });
  await call(product.origin, login, { ...oneEntity, operation: 'U', body: { ...record, utcTimeZone } });
}

/**
 * Time cannot be advanced, but the date can: an entity that moves from a zone where it is still yesterday to one where it is
 * tomorrow skips at least a day. The first zone must not be about to start a new day.
 */
export const ends = () => ({ last: isNearNoon() ? 'Etc/GMT+11' : 'Etc/GMT+12', first: 'Pacific/Kiritimati' });

/** In Etc/GMT+12 a day ends at noon UTC, in Etc/GMT+11 an hour earlier. */
const isNearNoon = () => new Date().getUTCHours() === 11 && new Date().getUTCMinutes() >= 30;

/** Waits until a request has a status; jobs run asynchronously. */
export const waitForStatus = (product, entity, txnRefNo, status) =>
  until(
    async () => (await findRequest(product, entity, txnRefNo)).transactionStatus === status,
    `${txnRefNo} never became ${status}`,
  );

const documentsOf = ({ parties }) => parties.flatMap(({ documents }) => documents);

/** One review level accepts everything. */
export async function acceptAll(product, entity, request, user) {
  const login = await loginOf(product, entity, user);
  const place = { resource: 'document/review', operation: 'U', screenId: 'SD-BNK-007' };
  for (const { documentNo, versions } of documentsOf(request)) {
    const { versionNo } = versions.at(-1);
    const body = { txnRefNo: request.txnRefNo, documentNo, versionNo, decision: 'accept' };
    await transaction(product, login, { ...place, body });
  }
}

/** Runs an action on a request through the API. */
export async function actOn(product, entity, txnRefNo, action, more = {}) {
  const login = await loginOf(product, entity, 'BANKER1');
  const body = { action, txnRefNo, ...more };
  const options = { resource: 'docrequest/action', operation: 'U', screenId: 'SD-BNK-007', body };
  return (await transaction(product, login, options)).record;
}

/** The messages of a request, queued or sent. */
export async function messagesOf(product, entity, txnRefNo) {
  const login = await loginOf(product, entity, 'BANKER1');
  const options = { resource: 'docrequest/sent', screenId: 'SD-BNK-007', query: `?txnRefNo=${txnRefNo}` };
  return (await transaction(product, login, options)).content;
}
