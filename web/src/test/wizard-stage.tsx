import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { loadSelect } from '@/components/select';
import RequestWizard from '@/features/request-wizard';
import { popup, question } from '@/lib/feedback';
import { type ScreenInfo, session } from '@/lib/session';
import { setEntityType, setLanguage } from '@/lib/wording';
import { aDraft, answers, meena, stored } from '@/test/wizard-answers';
import { anAuth, aScreen, aToken } from './auth';
import { type Answer, fakeRoutes, type Route } from './routes';
import { headerOf, knownBases, type Sent } from './server';
import { show } from './show';
import { router } from './wizard-router';

/** The wizard on its own, with a fake server that has a few masters. */
export const create = aScreen({
  screenCode: 'SD-BNK-001',
  path: '/requestor/doc-request/Create',
  resource: 'docrequest',
});
export const overview = aScreen({ screenCode: 'SD-BNK-004', path: '/requestor/overview/:txnRefNo' });

export const stage = { sent: [] as Sent[], routes: {} as Record<string, Route> };

export const opOf = (call: Sent) => headerOf(call).operation;
export const calls = (part: string) => stage.sent.filter(({ url }) => url.includes(part));
const none: Answer = { status: 404, error: 'No Records Found' };

const reminder = { partySeqNo: 1, partyName: 'Meena Subramaniam', kind: 'recurring', dueOn: '2026-11-20' };
const message = {
  partySeqNo: 1,
  channel: 'Email',
  to: 'meena@example.com',
  language: 'en',
  subject: 'Documents',
  text: 'Please send your PAN card',
};

/** Hooks for every test of a file. */
export function setStage() {
  vi.setConfig({ testTimeout: 30_000 });
  // The tests open the selects at once, without a move before.
  beforeAll(loadSelect);
  beforeEach(() => {
    knownBases();
    session.setAuth(anAuth({ userId: 'BANKER1', screens: [create, overview], businessActions: ['send', 'import'] }));
    session.setToken(aToken(Date.now() + 900_000));
    router.url = {};
    stage.routes = {
      ...answers,
      'docrequest/draft': (call) => (opOf(call) === 'F' ? none : { data: { ErrorCodeDTO: [] } }),
      'docrequest/customer': () => ({ data: { content: [meena] } }),
      'docrequest/messages': () => ({ data: { content: [message] } }),
      'docrequest/reminders': () => ({ data: { content: [reminder] } }),
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
}

/** Puts a draft of an earlier day on the server. */
export function haveDraft() {
  stage.routes['docrequest/draft'] = (call) => (opOf(call) === 'F' ? { data: { record: aDraft } } : {});
}

export function open(info: ScreenInfo = create) {
  stage.sent = fakeRoutes(stage.routes);
  show(<RequestWizard screen={info} />);
}

export const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
export const field = (name: RegExp) => screen.getByRole('textbox', { name });
export const type = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } });
export async function choose(name: RegExp, option: string | RegExp) {
  fireEvent.click(await screen.findByRole('combobox', { name }).catch(() => field(name)));
  fireEvent.click(await screen.findByRole('option', { name: option, hidden: true }));
}

/** Fills in the first step by choosing an earlier customer. */
async function fillCustomer() {
  await screen.findByLabelText('Individual');
  type(/Customer Name/, 'Mee');
  fireEvent.click(await screen.findByText('meena@example.com · +919840012345 · Chennai'));
  await choose(/Request Category/, 'Loan');
  await choose(/Request Sub Category/, 'Home loan');
  await choose(/Request Purpose/, 'Purchase');
}

export async function toStep(step: 2 | 3) {
  await fillCustomer();
  click('Continue');
  await screen.findByRole('heading', { name: 'Party Details' });
  await screen.findByText('PAN card');
  if (step === 2) return;
  click('Continue');
  await screen.findByRole('heading', { name: 'Notification Details' });
}
