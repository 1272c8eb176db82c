import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aDocument, aParty, aRequest } from '@/test/doc-requests';
import { callsTo, draw, open, setStage, stage } from '@/test/portal-stage';
import { bodyOf, fakeRoutes } from '@/test/routes';
import { ProviderRequest } from '.';

setStage();

test('a party says with a reason that a document is not needed', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: "I don't have this / it doesn't apply" }));
  fireEvent.click(screen.getByRole('button', { name: 'Send reason' }));
  expect(screen.getByText('Please Enter Reason')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Why is PAN card not needed/), {
    target: { value: 'I have none' },
  });
  const claim = { by: 'meena@example.com', reason: 'I have none', on: '2026-11-12T10:20:00.000Z' };
  stage.request = aRequest([aDocument({ claim, allowed: ['remark'] })]);
  fireEvent.click(screen.getByRole('button', { name: 'Send reason' }));
  expect(await screen.findByText(/has not replied yet/)).toBeTruthy();
  // The card moved to the waiting group, and the focus with it.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^PAN card/ }));
  expect(bodyOf(callsTo('docrequest/action')[0])).toEqual({
    action: 'claim',
    txnRefNo: 'N2611150000427',
    documentNo: 1,
    reason: 'I have none',
  });
});

test('who may only upload does not get Submit, and sends a remark by itself', async () => {
  stage.request = aRequest([aDocument({ allowed: ['upload', 'remark'] })]);
  await open();
  expect(screen.queryByRole('button', { name: /^Submit/ })).toBeNull();
  expect(screen.getByText('The person you act for submits what you upload.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Write to Northgate Bank'), { target: { value: 'Done' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send remark' }));
  await waitFor(() => expect(callsTo('document/remark', 'S').length).toBe(1));
  expect(bodyOf(callsTo('document/remark', 'S')[0])).toEqual({
    txnRefNo: 'N2611150000427',
    documentNo: 0,
    text: 'Done',
  });
});

test('who may only look is told so and gets no way to send', async () => {
  stage.request = aRequest([aDocument({ allowed: [] })]);
  await open();
  expect(screen.getByText(/others send the documents/)).toBeTruthy();
  expect(document.querySelector('input[name^=files]')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Submit/ })).toBeNull();
});

test('a party names somebody to act for him', async () => {
  stage.request = aRequest([aDocument()], { allowed: ['addparty'] });
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Add someone' }));
  fireEvent.click(screen.getByRole('button', { name: 'Allow' }));
  expect(screen.getByText('Please Enter First Name')).toBeTruthy();
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } });
  type('First Name', 'Ravi');
  type('Last Name', 'Krishnan');
  type('Mobile Number', '12');
  fireEvent.change(screen.getByLabelText('What they can do'), { target: { value: '2' } });
  stage.acted = () => ({
    status: 422,
    error: 'x',
    data: {
      ErrorCodeDTO: [{ code: 'x', message: 'Please Enter Valid Mobile Number', field: 'party.mobileNumber' }],
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Allow' }));
  expect(await screen.findByText('Please Enter Valid Mobile Number')).toBeTruthy();
  type('Mobile Number', '+919841000009');
  const ravi = aParty({
    partySeqNo: 2,
    firstName: 'Ravi',
    authPartySeqNo: 1,
    authLevel: 2,
    emailAddress: null,
    mobileNumber: '+919841000009',
  });
  stage.acted = () => ({ data: { record: { ...stage.request, parties: [...stage.request.parties, ravi] } } });
  fireEvent.click(screen.getByRole('button', { name: 'Allow' }));
  expect(await screen.findByText('Ravi Krishnan')).toBeTruthy();
  expect(screen.getByText('See and upload')).toBeTruthy();
  expect(bodyOf(callsTo('docrequest/action').at(-1))).toMatchObject({
    action: 'addparty',
    party: {
      firstName: 'Ravi',
      authPartySeqNo: 1,
      authLevel: 2,
      smsNotification: true,
      emailNotification: false,
    },
  });
});

test('documents of another are named after their owner', async () => {
  const ravi = aParty({
    partySeqNo: 2,
    emailAddress: 'ravi@example.com',
    mobileNumber: null,
    firstName: 'Ravi',
    documents: [aDocument()],
  });
  stage.request = aRequest([], {
    parties: [ravi, aParty({ partySeqNo: 3, authPartySeqNo: 2, authLevel: 3 })],
  });
  await open();
  expect(screen.getByRole('heading', { level: 2, name: /^Documents needed\s*· Ravi Krishnan$/ })).toBeTruthy();
});

test.each([
  ['Accepted', 'approve', 'Northgate Bank has approved this request'],
  ['Rejected', 'decline', 'Northgate Bank has declined this request'],
  ['Rejected', 'cancel', 'Northgate Bank has cancelled this request'],
  ['Expired', 'expire', 'This request expired on 24 December 2031'],
] as const)('a request that is %s by %s is told plainly', async (transactionStatus, latestAction, words) => {
  const closed = {
    transactionStatus,
    latestAction,
    reason: 'The flat was sold.',
    closedOn: '2026-11-14T10:00:00.000Z',
  };
  stage.request = aRequest([aDocument({ status: 'Accepted', allowed: [] })], closed);
  await open();
  expect(screen.getByRole('heading', { level: 2, name: words })).toBeTruthy();
  expect(screen.getByText('The flat was sold.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Submit/ })).toBeNull();
});

test('what the other side wrote stands with its document', async () => {
  stage.remarks = [
    {
      remarkId: '1',
      documentNo: 1,
      by: 'B',
      byName: 'Anand',
      bySide: 'staff',
      at: '2026-11-12T10:20:00.000Z',
      text: 'A copy will do.',
    },
  ];
  await open();
  const card = document.querySelector('[data-document="1"]') as HTMLElement;
  expect(await within(card).findByText('A copy will do.')).toBeTruthy();
});

test('a link that leads to nothing says so, and leads on to the own requests', async () => {
  stage.sent = fakeRoutes({ docrequest: () => ({ status: 404, error: 'No Records Found' }) });
  draw(<ProviderRequest txnRefNo="N0" />);
  expect(await screen.findByText('Request not found')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Go to My Requests' });
  expect(link.getAttribute('href')).toBe('/provider/requests');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('coming back to the page shows what happened meanwhile', async () => {
  await open();
  stage.request = aRequest([aDocument({ status: 'Accepted', allowed: [] })], {
    transactionStatus: 'Accepted',
  });
  document.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByText('Northgate Bank has approved this request')).toBeTruthy();
});

test('a submitted document is checked, and the customer sees the result without reloading', async () => {
  const of = (verdict: 'Waiting' | 'Pass') =>
    aRequest([aDocument({ status: 'Uploaded', allowed: [], verification: { verdict, code: null } })]);
  stage.request = of('Waiting');
  await open();
  expect(screen.getByText(/Checking your document…/)).toBeTruthy();
  stage.request = of('Pass');
  expect(await screen.findByText(/Looks readable/, {}, { timeout: 8_000 })).toBeTruthy();
}, 15_000);
