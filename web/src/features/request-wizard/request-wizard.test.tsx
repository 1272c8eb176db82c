import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { popup, question } from '@/lib/feedback';
import { session } from '@/lib/session';
import { setEntityType, setLanguage } from '@/lib/wording';
import { anAuth, aScreen, aToken } from '@/test/auth';
import { type Answer, bodyOf, fakeRoutes, refused } from '@/test/routes';
import { headerOf, knownBases, type Sent } from '@/test/server';
import RequestWizard from '.';
import { answers, meena, stored } from './samples';

const router = vi.hoisted(() => ({
  url: {} as Record<string, string>,
  navigate: vi.fn(),
  guard: { current: undefined as undefined | { shouldBlockFn(way: object): Promise<boolean> } },
}));
vi.mock('@/lib/url-state', () => ({ useUrlState: () => [router.url, vi.fn()] }));
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, ...rest }: { to: string; children: ReactNode }) => <a href={to} {...rest} />,
  useNavigate: () => router.navigate,
  useBlocker: (guard: { shouldBlockFn(way: object): Promise<boolean> }) => {
    router.guard.current = guard;
  },
}));
vi.setConfig({ testTimeout: 30_000 });

const create = aScreen({
  screenCode: 'SD-BNK-001',
  path: '/requestor/doc-request/Create',
  resource: 'docrequest',
});
const overview = aScreen({ screenCode: 'SD-BNK-004', path: '/requestor/overview/:txnRefNo' });

let sent: Sent[];
let routes: Record<string, (sent: Sent) => Answer>;
const opOf = (call: Sent) => headerOf(call).operation;
const calls = (part: string) => sent.filter(({ url }) => url.includes(part));
const none: Answer = { status: 404, error: 'No Records Found' };

beforeEach(() => {
  knownBases();
  session.setAuth(
    anAuth({ userId: 'BANKER1', screens: [create, overview], businessActions: ['send', 'import'] }),
  );
  session.setToken(aToken(Date.now() + 900_000));
  router.url = {};
  routes = {
    ...answers,
    'docrequest/draft': (call) => (opOf(call) === 'F' ? none : { data: { ErrorCodeDTO: [] } }),
    'docrequest/customer': () => ({ data: { content: [meena] } }),
    'docrequest/messages': () => ({
      data: {
        content: [
          {
            partySeqNo: 1,
            channel: 'Email',
            to: 'meena@example.com',
            language: 'en',
            subject: 'Documents',
            text: 'Please send your PAN card',
          },
        ],
      },
    }),
    'transaction/docrequest@': (call) =>
      opOf(call) === 'F' ? { data: { record: stored } } : { data: { record: { ...stored, txnRefNo: 'N1' } } },
  };
});

afterEach(async () => {
  cleanup();
  vi.clearAllMocks();
  popup.set(null);
  question.get()?.answer(false);
  await setLanguage('en');
  await setEntityType('Bank');
});

function open() {
  sent = fakeRoutes(routes);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <RequestWizard screen={create} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const field = (name: RegExp) => screen.getByRole('textbox', { name });
const type = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } });
async function choose(name: RegExp, option: string | RegExp) {
  fireEvent.click(await screen.findByRole('combobox', { name }).catch(() => field(name)));
  fireEvent.click(await screen.findByRole('option', { name: option, hidden: true }));
}

/** The first step by way of an earlier customer, as a banker in a hurry fills it in. */
async function fillCustomer() {
  await screen.findByLabelText('Individual');
  type(/Customer Name/, 'Mee');
  fireEvent.click(await screen.findByText('meena@example.com · +919840012345 · Chennai'));
  await choose(/Request Category/, 'Loan');
  await choose(/Request Sub Category/, 'Home loan');
  await choose(/Request Purpose/, 'Purchase');
}

async function toStep(step: 2 | 3) {
  await fillCustomer();
  click('Continue');
  await screen.findByRole('heading', { name: 'Party Details' });
  await screen.findByText('PAN card');
  if (step === 2) return;
  click('Continue');
  await screen.findByRole('heading', { name: 'Notification Details' });
}

/** From the wizard to another screen. */
const leaving = { current: { pathname: '/requestor/doc-request/Create' }, next: { pathname: '/auth/home' } };

describe('a new request', () => {
  test('is asked for all that is missing before the next step comes, and the first of it takes the focus', async () => {
    open();
    await screen.findByLabelText('Individual');
    click('Continue');
    expect(screen.getByText('Please Enter Customer Name')).toBeTruthy();
    expect(screen.getByText('Please Select Request Category')).toBeTruthy();
    expect(screen.getByText('Please Enter Primary Mobile')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Customer Details' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Individual')));
    type(/Customer Name/, 'M');
    expect(screen.queryByText('Please Enter Customer Name')).toBeNull();
  });

  test('takes over an earlier customer and proposes the documents of its kind', async () => {
    open();
    await toStep(2);
    expect(bodyOf(calls('docrequest/propose')[0])).toEqual({
      customerType: 'IND',
      requestCategory: 'LOAN',
      requestSubCategory: 'HOME',
    });
    expect((field(/First Name/) as HTMLInputElement).value).toBe('Meena');
    expect((field(/Last Name/) as HTMLInputElement).value).toBe('Subramaniam');
    const summary = screen.getByRole('region', { name: 'Summary' });
    expect(within(summary).getByText('Loan · Home loan')).toBeTruthy();
  });

  test('is sent as one body after a last look at its messages', async () => {
    open();
    await toStep(3);
    click('Review messages');
    expect(await screen.findByText('Please send your PAN card')).toBeTruthy();
    expect(opOf(calls('docrequest/messages')[0] as Sent)).toBe('F');
    click('Send request');
    await waitFor(() => expect(router.navigate).toHaveBeenCalledWith({ to: '/requestor/overview/N1' }));
    const [save] = calls('transaction/docrequest@');
    expect(opOf(save as Sent)).toBe('S');
    expect(bodyOf(save)).toMatchObject({
      customerName: 'Meena Subramaniam',
      requestSubCategory: 'HOME',
      send: true,
      expiryDays: 30,
      parties: [
        {
          firstName: 'Meena',
          primaryParty: true,
          documents: [{ documentCode: 'PAN', templateCode: 'HL', mandatory: true }],
        },
      ],
    });
  });

  test('can be saved without being sent', async () => {
    open();
    await toStep(3);
    click('Review messages');
    click('Save without sending');
    await waitFor(() => expect(router.navigate).toHaveBeenCalled());
    expect(bodyOf(calls('transaction/docrequest@')[0])).not.toHaveProperty('send');
  });

  test('is only saved by who may not send, and imported only by who may import', async () => {
    session.setAuth(anAuth({ userId: 'BANKER1', screens: [create, overview], businessActions: [] }));
    open();
    await toStep(3);
    click('Review messages');
    expect(screen.queryByRole('button', { name: 'Send request' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Save without sending' })).toBeTruthy();
  });

  test('goes out once however often Send is clicked, and a second try has the same key', async () => {
    let tries = 0;
    routes['transaction/docrequest@'] = () => {
      tries += 1;
      if (tries === 1) throw new TypeError('line cut');
      return { data: { record: { ...stored, txnRefNo: 'N1' } } };
    };
    open();
    await toStep(3);
    click('Review messages');
    const button = screen.getByRole('button', { name: 'Send request' });
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => expect(popup.get()?.message).toBe('Network Issue!'));
    expect(calls('transaction/docrequest@')).toHaveLength(1);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send request' })).toBeTruthy());
    fireEvent.click(screen.getByRole('button', { name: 'Send request' }));
    await waitFor(() => expect(router.navigate).toHaveBeenCalled());
    const keys = calls('transaction/docrequest@').map(({ headers }) => headers['Idempotency-Key']);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  test('what the server refuses stands under its field, on the step where it is', async () => {
    routes['transaction/docrequest@'] = () => ({
      status: 422,
      error: 'Customer Name Is Empty',
      data: {
        ErrorCodeDTO: [{ code: 'EnTxn0002', message: 'Customer Name Is Empty', field: 'customerName' }],
      },
    });
    open();
    await toStep(3);
    click('Review messages');
    click('Send request');
    expect(await screen.findByText('Customer Name Is Empty')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Customer Details' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field(/Customer Name/)));
  });

  test('a document leaves only after a question', async () => {
    open();
    await toStep(2);
    click('Remove PAN card');
    expect(question.get()).toMatchObject({ kind: 'removeDocument', name: 'PAN card' });
    await act(async () => question.get()?.answer(true));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove PAN card' })).toBeNull());
    click('Continue');
    expect(await screen.findByText('Please Select Document')).toBeTruthy();
  });

  test('any document there is can be added', async () => {
    open();
    await toStep(2);
    await choose(/Add document/, 'Salary slip');
    expect(await screen.findByRole('button', { name: 'Remove Salary slip' })).toBeTruthy();
  });

  test('a second party with the number of the first is refused', async () => {
    open();
    await toStep(2);
    click('Add party');
    const second = screen.getByRole('region', { name: 'Party 2' });
    const put = (name: RegExp, value: string) =>
      fireEvent.change(within(second).getByRole('textbox', { name }), { target: { value } });
    put(/First Name/, 'Arjun');
    put(/Last Name/, 'Raman');
    put(/Mobile Number/, '+919840012345');
    put(/Email Address/, 'arjun@example.com');
    click('Continue');
    expect(await within(second).findByText('This Mobile Number Already Exists')).toBeTruthy();
  });

  test('speaks of students, courses and documents in an education body, in Tamil too', async () => {
    await setEntityType('Education');
    open();
    expect(await screen.findByRole('heading', { name: 'Student Details' })).toBeTruthy();
    expect(screen.getByText('Document Details')).toBeTruthy();
    click('Continue');
    expect(screen.getByText('Please Select Course')).toBeTruthy();
    await act(() => setLanguage('ta'));
    expect(screen.getByText('பாடநெறி தேர்ந்தெடுக்கவும்')).toBeTruthy();
  });

  test('who may only look is told so', async () => {
    sent = fakeRoutes(routes);
    const client = new QueryClient();
    render(
      <MantineProvider>
        <QueryClientProvider client={client}>
          <RequestWizard screen={{ ...create, actions: ['access', 'view'] }} />
        </QueryClientProvider>
      </MantineProvider>,
    );
    expect(screen.getByText('You may look, but not create requests')).toBeTruthy();
  });
});

describe('a draft', () => {
  const draftCalls = () => calls('docrequest/draft').map(opOf);

  test('is saved by the button after a question, made first and changed later', async () => {
    open();
    await screen.findByLabelText('Individual');
    type(/Customer Name/, 'Arjun');
    for (const expected of ['S', 'U']) {
      click('Save draft');
      expect(question.get()?.kind).toBe('saveDraft');
      await act(async () => question.get()?.answer(true));
      await waitFor(() => expect(draftCalls().at(-1)).toBe(expected));
      await waitFor(() => expect(screen.getByText(/Draft saved at/)).toBeTruthy());
    }
    expect(bodyOf(calls('docrequest/draft').at(-1))).toMatchObject({
      screenCode: 'SD-BNK-001',
      body: { step: 0, values: { customer: { customerName: 'Arjun' } } },
    });
  });

  test('is saved by itself every 20 seconds, but only when something was typed since', async () => {
    open();
    await screen.findByLabelText('Individual');
    await waitFor(() => expect(draftCalls()).toEqual(['F']));
    cleanup();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    open();
    await screen.findByLabelText('Individual');
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(draftCalls()).toEqual(['F']);
    type(/Customer Name/, 'Arjun');
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    await waitFor(() => expect(draftCalls()).toEqual(['F', 'S']));
    await act(() => vi.advanceTimersByTimeAsync(40_000));
    expect(draftCalls()).toEqual(['F', 'S']);
    expect(await router.guard.current?.shouldBlockFn(leaving)).toBe(false);
  });

  const offeredDraft = () => {
    const values = {
      customer: {
        ...meena,
        requestCategory: 'LOAN',
        requestSubCategory: 'HOME',
        customerCategory: null,
        requestPurpose: null,
        referredBy: null,
        userReference: '',
        alternateMobile: '',
      },
      parties: [{ ...stored.parties[0], key: 'k1', authorisedBy: null, requestRemarks: '', documents: [] }],
      notification: {
        ...stored.notification,
        documentDueDate: '2099-01-01',
        expiryDays: '30',
        recurringReminderDays: '3',
        reminderDaysBeforeExpiry: '3',
      },
    };
    routes['docrequest/draft'] = (call) =>
      opOf(call) === 'F'
        ? {
            data: {
              record: {
                screenCode: 'SD-BNK-001',
                body: { values, step: 1 },
                updatedOn: '2026-11-14T09:00:00.000Z',
              },
            },
          }
        : {};
  };

  test('is offered on coming back, and applied only after a yes, just as it was left', async () => {
    offeredDraft();
    open();
    await waitFor(() => expect(question.get()?.kind).toBe('applyDraft'));
    await act(async () => question.get()?.answer(true));
    expect(await screen.findByRole('heading', { name: 'Party Details' })).toBeTruthy();
    expect((field(/First Name/) as HTMLInputElement).value).toBe('Meena');
    // The person had removed what was proposed; it does not come back by itself.
    await waitFor(() => expect(calls('docrequest/propose')).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'Remove PAN card' })).toBeNull();
  });

  test('stays untouched by a no, and can still be applied or deleted', async () => {
    offeredDraft();
    open();
    await waitFor(() => expect(question.get()?.kind).toBe('applyDraft'));
    await act(async () => question.get()?.answer(false));
    type(/Customer Name/, 'Somebody else');
    expect(screen.getByText(/There is a saved draft/)).toBeTruthy();
    click('Delete draft');
    await act(async () => question.get()?.answer(true));
    await waitFor(() => expect(calls('docrequest/draft').map(opOf)).toEqual(['F', 'D']));
    expect((field(/Customer Name/) as HTMLInputElement).value).toBe('Somebody else');
  });

  test('is dropped once the request is made', async () => {
    open();
    await toStep(3);
    click('Save draft');
    await act(async () => question.get()?.answer(true));
    await waitFor(() => expect(calls('docrequest/draft').map(opOf)).toContain('S'));
    click('Review messages');
    click('Send request');
    await waitFor(() => expect(router.navigate).toHaveBeenCalled());
    expect(calls('docrequest/draft').map(opOf).at(-1)).toBe('D');
  });
});

describe('an earlier request', () => {
  test('is changed upon its version, and has no draft', async () => {
    router.url = { txnRefNo: stored.txnRefNo };
    open();
    expect(await screen.findByRole('heading', { name: `Edit request ${stored.txnRefNo}` })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save draft' })).toBeNull();
    await screen.findByLabelText('Individual');
    type(/City/, 'Madurai');
    click(/Notification Details/);
    click('Review messages');
    click('Save changes');
    await waitFor(() => expect(router.navigate).toHaveBeenCalled());
    const change = calls('transaction/docrequest@').at(-1) as Sent;
    expect(opOf(change)).toBe('U');
    expect(bodyOf(change)).toMatchObject({
      txnRefNo: stored.txnRefNo,
      versionNumber: 4,
      city: 'Madurai',
      parties: [{ partySeqNo: 1, documents: [{ documentNo: 1, documentCode: 'PAN' }] }],
    });
    expect(bodyOf(change)).not.toHaveProperty('send');
    expect(calls('docrequest/draft')).toEqual([]);
  });

  test('that somebody else changed is not overwritten unless one says so', async () => {
    let version = 4;
    routes['transaction/docrequest@'] = (call) => {
      if (opOf(call) === 'F') return { data: { record: { ...stored, versionNumber: version } } };
      const isStale = bodyOf(call).versionNumber !== 5;
      version = 5;
      const stale = { code: 'stale', message: 'stale', field: null };
      return isStale
        ? { status: 409, error: 'This Record Was Changed By Someone Else', data: { ErrorCodeDTO: [stale] } }
        : { data: { record: stored } };
    };
    router.url = { txnRefNo: stored.txnRefNo };
    open();
    await screen.findByLabelText('Individual');
    type(/City/, 'Madurai');
    click(/Notification Details/);
    click('Review messages');
    click('Save changes');
    expect(await screen.findByText(/Somebody else changed this request/)).toBeTruthy();
    expect(router.navigate).not.toHaveBeenCalled();
    await act(async () => click('Keep mine'));
    await waitFor(() => expect(screen.queryByText(/Somebody else changed this request/)).toBeNull());
    click('Save changes');
    await waitFor(() => expect(router.navigate).toHaveBeenCalled());
    expect(bodyOf(calls('transaction/docrequest@').at(-1))).toMatchObject({
      city: 'Madurai',
      versionNumber: 5,
    });
  });

  test('that is closed says so instead', async () => {
    routes['transaction/docrequest@'] = () => ({
      data: { record: { ...stored, allowed: [], transactionStatus: 'Accepted' } },
    });
    router.url = { txnRefNo: stored.txnRefNo };
    open();
    expect(await screen.findByText('This request can no longer be changed')).toBeTruthy();
  });

  test('can be begun anew as a copy, or as a renewal', async () => {
    const { txnRefNo: _reference, versionNumber: _version, documentDueDate: _due, ...body } = stored;
    routes = {
      'docrequest/clone': () => ({ data: { record: body } }),
      'transaction/compliance': () => ({
        data: { record: { ...body, renews: { txnRefNo: 'N7', documentNo: 3 } } },
      }),
      ...routes,
    };
    router.url = { clone: 'N7' };
    open();
    expect(await screen.findByRole('heading', { name: 'Copy of N7' })).toBeTruthy();
    expect(bodyOf(calls('docrequest/clone')[0])).toEqual({ txnRefNo: 'N7' });
    const copied = await screen.findByRole('textbox', { name: /Customer Name/ });
    expect((copied as HTMLInputElement).value).toBe('Meena Subramaniam');
    cleanup();
    router.url = { renew: 'N7:3' };
    open();
    expect(await screen.findByRole('heading', { name: 'Renewal of N7' })).toBeTruthy();
    const [asked] = calls('transaction/compliance');
    expect([opOf(asked as Sent), bodyOf(asked)]).toEqual(['S', { txnRefNo: 'N7', documentNo: 3 }]);
    await screen.findByLabelText('Individual');
    for (const name of ['Continue', 'Continue', 'Review messages', 'Send request']) click(name);
    await waitFor(() => expect(router.navigate).toHaveBeenCalled());
    expect(bodyOf(calls('transaction/docrequest@')[0]).renews).toEqual({ txnRefNo: 'N7', documentNo: 3 });
  });

  test('that is not there says so, and can be tried again', async () => {
    routes['transaction/docrequest@'] = () => refused('', 'No Records Found');
    router.url = { txnRefNo: 'N0' };
    open();
    expect(await screen.findByText('No Records Found')).toBeTruthy();
  });
});

test('what is typed is asked about before it is left', async () => {
  open();
  await screen.findByLabelText('Individual');
  expect(await router.guard.current?.shouldBlockFn(leaving)).toBe(false);
  type(/Customer Name/, 'Arjun');
  const blocked = router.guard.current?.shouldBlockFn(leaving);
  await waitFor(() => expect(question.get()?.kind).toBe('discard'));
  question.get()?.answer(false);
  expect(await blocked).toBe(true);
});
