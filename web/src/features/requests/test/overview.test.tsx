import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Reminder } from '@/generated/requests';
import type { DocRequest, RequestDocument } from '@/lib/requests';
import { session } from '@/lib/session';
import { aToken } from '@/test/auth';
import { aBanker, aDocument, aParty, aRequest, aWorkScreen } from '@/test/requests';
import { type Answer, bodyOf, fakeRoutes, refused } from '@/test/routes';
import { headerOf, knownBases, type Sent } from '@/test/server';
import { show } from '@/test/show';
import RequestOverview from '../page';

vi.setConfig({ testTimeout: 20_000 });

const router = vi.hoisted(() => ({ navigate: vi.fn() }));
vi.mock('@/lib/url-state', () => ({ useUrlState: () => [{}, vi.fn()] }));
vi.mock('@tanstack/react-router', () => ({
  useBlocker: () => {},
  useNavigate: () => router.navigate,
  useMatches: () => '/requestor/overview/N2611150000011',
  Link: ({ to, children }: { to: string; children: React.ReactNode }) => <a href={to}>{children}</a>,
}));

vi.mock('@/lib/live', () => ({ onRequestChange: () => () => {} }));

let sent: Sent[];
let request: DocRequest;
let acted: () => Answer;
let found: () => Answer;
let reminders: Reminder[];

let did: object;

beforeEach(() => {
  did = {};
  router.navigate.mockClear();
  knownBases();
  session.setAuth(aBanker());
  session.setToken(aToken(Date.now() + 900_000));
  request = aRequest();
  reminders = [];
  found = () => ({ data: { record: request } });
  acted = () => ({ data: { record: request } });
  sent = fakeRoutes({
    definition: () => ({ data: { content: [] } }),
    'docrequest/action': () => acted(),
    'docrequest/messages': () => ({
      data: {
        content: [
          {
            partySeqNo: 1,
            channel: 'Email',
            to: 'meena@example.com',
            language: 'en',
            subject: 'Papers',
            text: 'Please send',
          },
        ],
      },
    }),
    'docrequest/reminders': () => ({ data: { content: reminders } }),
    'docrequest/sent': () => ({
      data: {
        content: [
          {
            messageId: '1',
            partySeqNo: 1,
            event: 'RequestCreated',
            channel: 'SMS',
            recipient: '+919840000001',
            state: 'failed',
            tries: 3,
            createdOn: '2026-11-14T08:00:00.000Z',
            doneOn: null,
            ...did,
          },
        ],
      },
    }),
    'docrequest@': ({ url }) => (headerOf({ url } as Sent).operation === 'D' ? {} : found()),
  });
});
afterEach(cleanup);

const open = () => show(<RequestOverview screen={aWorkScreen('SD-BNK-004', '/requestor/overview/:txnRefNo')} />);
const asked = (part: string) => sent.filter((call) => call.url.includes(part));
async function choose(name: string) {
  fireEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  fireEvent.click(await screen.findByRole('menuitem', { name }));
}

test('it says who owes what, and whose turn it is', async () => {
  request = aRequest({
    parties: [
      aParty({
        documents: [aDocument(), aDocument({ documentNo: 2, documentTitle: 'Passport', status: 'Requested' })],
      }),
      aParty({ partySeqNo: 2, firstName: 'Ravi', lastName: 'Kumar', documents: [] }),
      aParty({
        partySeqNo: 3,
        firstName: 'Asha',
        lastName: 'Rao',
        authPartySeqNo: 1,
        authLevel: 3,
        documents: [],
      }),
    ],
  });
  open();
  const meena = within(await screen.findByRole('region', { name: 'Meena Subramaniam' }));
  expect(meena.getByText('1 outstanding')).toBeTruthy();
  expect(meena.getByText(/Asha Rao acts for this party: upload and submit/)).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Ravi Kumar' })).getByText('Nothing outstanding')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Asha Rao' })).toBeNull();
  expect(screen.getByText('Waiting for 1 document, due 10 Jan 2099.')).toBeTruthy();
});

test.each(['New', 'Rejected', 'Accepted', 'Expired'] as const)(
  'nobody owes anything while it is %s',
  async (transactionStatus) => {
    const documents = [aDocument({ status: 'Requested' })];
    request = aRequest({ transactionStatus, parties: [aParty({ documents })] });
    open();
    const meena = within(await screen.findByRole('region', { name: 'Meena Subramaniam' }));
    expect(meena.queryByText(/outstanding/)).toBeNull();
  },
);

test('nothing is overdue in a closed request', async () => {
  const documents = [aDocument({ status: 'Requested', mandatory: false, documentDueDate: '2020-01-10', versions: [] })];
  const parties = [aParty({ documents })];
  request = aRequest({ parties });
  open();
  expect(await screen.findByText('Overdue since 10 Jan 2020')).toBeTruthy();
  cleanup();
  request = aRequest({ transactionStatus: 'Accepted', closedOn: '2020-02-01T08:00:00.000Z', parties });
  open();
  await screen.findByRole('region', { name: 'Meena Subramaniam' });
  expect(screen.queryByText(/Overdue/)).toBeNull();
});

test('what has expired is said to have, and is extended with one press', async () => {
  request = aRequest({
    transactionStatus: 'Expired',
    nextAction: 'decide',
    expiresOn: '2026-11-10',
    allowed: ['extend', 'decline'],
  });
  open();
  expect(await screen.findByText('Expired on 10 Nov 2026. It can be extended.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Extend' }));
  expect(await screen.findByRole('dialog', { name: /Extend/ })).toBeTruthy();
});

test('only what the server allows is offered', async () => {
  request = aRequest({ allowed: ['extend'] });
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Copy link for the customer',
    'Extend',
  ]);
});

test('edit and clone lead to the wizard', async () => {
  open();
  await choose('Edit');
  expect(router.navigate).toHaveBeenLastCalledWith({
    to: '/requestor/doc-request/Create',
    search: { txnRefNo: 'N2611150000011' },
  });
  cleanup();
  open();
  await choose('Duplicate');
  expect(router.navigate).toHaveBeenLastCalledWith({
    to: '/requestor/doc-request/Create',
    search: { clone: 'N2611150000011' },
  });
});

test('a decision has a button of its own; declining asks for a reason and shows the answer at once', async () => {
  request = aRequest({ nextAction: 'decide', transactionStatus: 'Waiting', allowed: ['approve', 'decline'] });
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Decline' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Decline' }));
  expect(dialog.getByText('Please Enter Reason')).toBeTruthy();
  expect(asked('docrequest/action')).toHaveLength(0);
  fireEvent.change(dialog.getByRole('textbox', { name: /Reason/ }), { target: { value: 'income too low' } });
  acted = () => ({
    data: {
      record: {
        ...request,
        transactionStatus: 'Rejected',
        nextAction: 'none',
        reason: 'income too low',
        allowed: [],
      },
    },
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Decline' }));
  expect(await screen.findByText('income too low')).toBeTruthy();
  expect(bodyOf(asked('docrequest/action')[0])).toEqual({
    action: 'decline',
    txnRefNo: 'N2611150000011',
    versionNumber: 3,
    reason: 'income too low',
  });
  expect(headerOf(asked('docrequest/action')[0] as Sent).screenId).toBe('SD-BNK-004');
});

test('what the server says of a field stands under it', async () => {
  acted = () => refused('expiresOn', 'Too Far Away');
  open();
  await choose('Extend');
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByRole('textbox', { name: /Expires on/ });
  fireEvent.change(field, { target: { value: '1/2/2099' } });
  fireEvent.blur(field);
  fireEvent.click(dialog.getByRole('button', { name: 'Extend' }));
  expect(await dialog.findByText('Too Far Away')).toBeTruthy();
  expect(bodyOf(asked('docrequest/action')[0]).expiresOn).toBe('2099-02-01');
});

test('a party’s claim is answered where it stands', async () => {
  const claim = { by: 'meena@example.com', reason: 'I have no PAN', on: '2026-11-14T08:00:00.000Z' };
  request = aRequest({
    parties: [aParty({ documents: [aDocument({ status: 'Requested', claim, allowed: ['answerclaim'] })] })],
  });
  open();
  expect(await screen.findByText('I have no PAN')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Still required' }));
  await waitFor(() => expect(asked('docrequest/action')).toHaveLength(1));
  expect(bodyOf(asked('docrequest/action')[0])).toMatchObject({
    action: 'answerclaim',
    documentNo: 1,
    granted: false,
  });
});

test('a second person confirms a waiver where it stands, and the one who asked may withdraw it', async () => {
  const waiver = { by: 'BANKER2', reason: 'On file', on: '2026-11-14T08:00:00.000Z' };
  const waits = (allowed: RequestDocument['allowed']) =>
    aRequest({ parties: [aParty({ documents: [aDocument({ status: 'Requested', waiver, allowed })] })] });
  request = waits(['answerwaiver']);
  open();
  expect(await screen.findByText('On file')).toBeTruthy();
  expect(screen.getByText(/A second person has to confirm it/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Confirm: not required' }));
  await waitFor(() => expect(asked('docrequest/action')).toHaveLength(1));
  const answer = { action: 'answerwaiver', documentNo: 1, granted: true };
  expect(bodyOf(asked('docrequest/action')[0])).toMatchObject(answer);
  cleanup();
  request = waits(['withdrawwaiver']);
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(asked('docrequest/action')).toHaveLength(2));
  expect(bodyOf(asked('docrequest/action')[1])).toMatchObject({ action: 'withdrawwaiver', documentNo: 1 });
  expect(screen.queryByRole('button', { name: 'Confirm: not required' })).toBeNull();
});

test('a mandatory document that takes two people is waived with a reason for the second one', async () => {
  const document = aDocument({ status: 'Requested', needsSecondPerson: true, allowed: ['notrequired'] });
  request = aRequest({ parties: [aParty({ documents: [document] })] });
  open();
  fireEvent.click(await screen.findByRole('button', { name: `Actions for ${document.documentTitle}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Not required' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/until a second person confirms/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Ask for a waiver' }));
  expect(await dialog.findByText('Please Enter Reason')).toBeTruthy();
  fireEvent.change(dialog.getByRole('textbox', { name: /Reason/ }), { target: { value: ' On file ' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Ask for a waiver' }));
  await waitFor(() => expect(asked('docrequest/action')).toHaveLength(1));
  expect(bodyOf(asked('docrequest/action')[0])).toMatchObject({
    action: 'notrequired',
    documentNo: 1,
    reason: 'On file',
  });
});

test('the copies of an accepted document for the entity are shown with their state', async () => {
  const share = { versionNo: 1, doneOn: null, fault: null } as const;
  const shares = [
    { ...share, target: 'drive', state: 'failed', fault: 'no route' },
    { ...share, target: 'fileSharing', state: 'shared', doneOn: '2026-11-15T06:00:00.000Z' },
  ] as const;
  const document = aDocument({ status: 'Accepted', shares: [...shares] });
  request = aRequest({ parties: [aParty({ documents: [document] })] });
  open();
  expect(await screen.findByText('Version 1 could not be copied to the drive. (no route)')).toBeTruthy();
  expect(screen.getByText(/^Version 1 was copied to the file-sharing service on 15 Nov 2026/)).toBeTruthy();
});

test('a document is added to a party, and a party to the request', async () => {
  request = aRequest({ allowed: ['adddocument', 'addparty'] });
  open();
  await choose('Add document');
  let drawer = within(await screen.findByRole('dialog', { name: /Add document/ }));
  const code = drawer.getByRole('textbox', { name: /Document/ });
  fireEvent.change(code, { target: { value: 'FORM16' } });
  fireEvent.blur(code);
  fireEvent.click(drawer.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(asked('docrequest/action')).toHaveLength(1));
  expect(bodyOf(asked('docrequest/action')[0])).toEqual({
    action: 'adddocument',
    txnRefNo: 'N2611150000011',
    versionNumber: 3,
    partySeqNo: 1,
    documentCode: 'FORM16',
    mandatory: true,
  });
  cleanup();
  open();
  await choose('Add party');
  drawer = within(await screen.findByRole('dialog', { name: /Add party/ }));
  fireEvent.change(drawer.getByRole('textbox', { name: /First Name/ }), { target: { value: 'Ravi' } });
  fireEvent.change(drawer.getByRole('textbox', { name: /Last Name/ }), { target: { value: 'Kumar' } });
  const first = drawer.getByRole('textbox', { name: /First Name/ });
  await waitFor(() => expect(document.activeElement).toBe(first));
  const add = drawer.getByRole('button', { name: 'Add' });
  add.focus();
  fireEvent.click(add);
  expect(drawer.getByText('Please Enter Email Address')).toBeTruthy();
  const mobile = drawer.getByRole('textbox', { name: /Mobile Number/ });
  await waitFor(() => expect(document.activeElement).toBe(mobile));
  fireEvent.change(mobile, { target: { value: '+91 98400 00001' } });
  fireEvent.click(add);
  expect(drawer.getByText('This Mobile Number Already Exists')).toBeTruthy();
  fireEvent.change(mobile, { target: { value: '+91 98400 00002' } });
  fireEvent.change(drawer.getByRole('textbox', { name: /Request Remarks/ }), {
    target: { value: 'Please hurry' },
  });
  fireEvent.click(drawer.getByRole('switch', { name: 'Can authorise others to act' }));
  fireEvent.change(drawer.getByRole('textbox', { name: /Email Address/ }), {
    target: { value: 'ravi@example.com' },
  });
  acted = () => refused('party.emailAddress', 'Used Twice');
  fireEvent.click(drawer.getByRole('button', { name: 'Add' }));
  expect(await drawer.findByText('Used Twice')).toBeTruthy();
  const address = drawer.getByRole('textbox', { name: /Email Address/ });
  await waitFor(() => expect(document.activeElement).toBe(address));
  expect(bodyOf(asked('docrequest/action')[1]).party).toEqual({
    partyType: 'Customer',
    firstName: 'Ravi',
    lastName: 'Kumar',
    mobileNumber: '+919840000002',
    emailAddress: 'ravi@example.com',
    emailNotification: true,
    smsNotification: false,
    authorizeOtherPty: true,
    requestRemarks: 'Please hurry',
    sameRemarksToAllPty: false,
    langCode: 'en',
    documents: [],
  });
});

test('a deleted request leads back to a list', async () => {
  request = aRequest({ allowed: ['delete'], transactionStatus: 'New', nextAction: 'send' });
  open();
  await choose('Delete');
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(router.navigate).toHaveBeenCalledWith({ to: '/requestor/view-requests', replace: true }));
});

test('before it is sent, messages are read as they will go out', async () => {
  request = aRequest({ sentOn: null, transactionStatus: 'New', nextAction: 'send' });
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Read messages' }));
  const drawer = within(await screen.findByRole('dialog'));
  expect(await drawer.findByText('Please send')).toBeTruthy();
});

test('of a sent request it is told what went out, and what did not', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Read messages' }));
  const drawer = within(await screen.findByRole('dialog'));
  expect(await drawer.findByText('Failed')).toBeTruthy();
  expect(drawer.getByText(/\+919840000001/)).toBeTruthy();
});

test('the next reminder of a party is skipped or sent now, by those who may', async () => {
  const planned = { partySeqNo: 1, partyName: 'Meena Subramaniam', dueOn: '2026-11-20' } as const;
  reminders = [
    { ...planned, kind: 'recurring' },
    { ...planned, kind: 'onExpiry', dueOn: '2026-12-15' },
  ];
  request = aRequest({ allowed: ['remind'] });
  open();
  const meena = within(await screen.findByRole('region', { name: 'Meena Subramaniam' }));
  expect(await meena.findByText(/Next reminder: 20 Nov 2026/)).toBeTruthy();
  expect(meena.getByText('(recurring)')).toBeTruthy();
  fireEvent.click(meena.getByRole('button', { name: 'Skip the next reminder to Meena Subramaniam' }));
  const changes = () => asked('docrequest/reminders').filter((call) => headerOf(call).operation === 'U');
  await waitFor(() => expect(changes()).toHaveLength(1));
  const change = { txnRefNo: request.txnRefNo, partySeqNo: 1 };
  expect(bodyOf(changes()[0])).toEqual({ ...change, action: 'skip' });
  const now = meena.getByRole<HTMLButtonElement>('button', { name: 'Remind now: Meena Subramaniam' });
  await waitFor(() => expect(now.disabled).toBe(false));
  fireEvent.click(now);
  await waitFor(() => expect(changes()).toHaveLength(2));
  expect(bodyOf(changes()[1])).toEqual({ ...change, action: 'now' });
  cleanup();
  request = aRequest({ allowed: [] });
  open();
  expect(await screen.findByText(/Next reminder: 20 Nov 2026/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Remind/ })).toBeNull();
});

test('a request of somebody else is not there', async () => {
  found = () => ({ status: 404, error: 'No Records Found' });
  open();
  expect(await screen.findByText('Request not found')).toBeTruthy();
  const list = screen.getByRole('link', { name: 'Show the list of requests' });
  expect(list.getAttribute('href')).toBe('/requestor/view-requests');
});

test('a person’s line says what arrived, the last login, and how much was sent', async () => {
  request = aRequest({
    sentOn: '2026-11-14T08:00:00.000Z',
    parties: [
      aParty({
        documents: [aDocument(), aDocument({ documentNo: 2, documentTitle: 'Passport', status: 'Requested' })],
      }),
    ],
  });
  open();
  const meena = within(await screen.findByRole('region', { name: 'Meena Subramaniam' }));
  expect(
    await meena.findByText(/^Message could not be sent .* · Has not logged in yet · 1 of 2 documents sent$/),
  ).toBeTruthy();
});

test('what the customer did is told: the link, the login, and the last try that failed while the document is owed', async () => {
  const failedUpload = { on: '2026-11-16T08:00:00.000Z', documentNo: 2, cause: 'size' };
  did = { linkOpenedOn: '2026-11-15T08:00:00.000Z', loggedInOn: null, failedUpload };
  const passport = aDocument({ documentNo: 2, documentTitle: 'Passport', status: 'Requested' });
  request = aRequest({ sentOn: '2026-11-14T08:00:00.000Z', parties: [aParty({ documents: [passport] })] });
  open();
  const line = await screen.findByText(/Link opened 15 Nov 2026.* · Has not logged in yet/);
  expect(line.textContent).toMatch(/Last failed try 16 Nov 2026.*: Passport, file too large/);
  cleanup();
  request = aRequest({
    sentOn: '2026-11-14T08:00:00.000Z',
    parties: [aParty({ documents: [{ ...passport, status: 'Uploaded' }] })],
  });
  open();
  expect((await screen.findByText(/Link opened 15 Nov 2026/)).textContent).not.toContain('failed try');
});
