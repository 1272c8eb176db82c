import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { popup, question } from '@/lib/feedback';
import { type Action, session } from '@/lib/session';
import { completeWording, startWording } from '@/lib/wording';
import { anAuth, aScreen, aToken } from '@/test/auth';
import { type Answer, bodyOf, fakeRoutes, refused } from '@/test/routes';
import { headerOf, knownBases, type Sent } from '@/test/server';
import { show } from '@/test/show';
import { RuleWorkbench } from '.';
import type { Detail, Sample, Source, Trial, TriedDocument } from './model';

vi.setConfig({ testTimeout: 20_000 });

const url = vi.hoisted(() => ({ state: { workbench: 'PAN' } as Record<string, string>, change: vi.fn() }));
vi.mock('@/lib/url-state', () => ({ useUrlState: () => [url.state, url.change] }));
const guard = vi.hoisted(() => ({ isDirty: (): boolean => false }));
vi.mock('@/lib/leave-guard', () => ({
  useLeaveGuard: (isDirty: () => boolean) => {
    guard.isDirty = isDirty;
  },
}));

const details: Detail[] = [
  { sequenceNo: 1, keywords: 'INCOME TAX', keywordType: 'ANY', keywordLength: null, characterMask: null },
  { sequenceNo: 2, keywords: 'PAN', keywordType: 'MASK', keywordLength: null, characterMask: 'AAAAA9999A' },
];
const source: Source = {
  txnRefNo: 'N2611150000128',
  documentNo: 1,
  versionNo: 1,
  customerName: 'Meena Krishnan',
  pages: [{ fileId: 'f1', page: 1 }],
  details: [
    {
      ruleCode: 'PAN',
      detailNo: 2,
      keywordType: 'MASK',
      isMatched: true,
      found: 'ABCPK1234F',
      fileId: 'f1',
      page: 1,
      box: [0.1, 0.2, 0.3, 0.05],
    },
  ],
};
const first: TriedDocument = {
  documentTitle: 'PAN card',
  readOn: '2026-11-15T05:40:25.236Z',
  recordedVerdict: 'Pass',
  verdict: 'Pass',
  draftVerdict: 'Pass',
  source,
};
const old: TriedDocument = { ...first, documentTitle: 'Old card' };
const sample: Sample = {
  sampleId: 's1',
  fileName: 'test.pdf',
  uploadedOn: '2026-11-15T05:40:25.236Z',
  isRead: true,
  verdict: 'Pass',
  draftVerdict: 'Pass',
  details: [{ ...(source.details[0] as Source['details'][0]), found: 'ZZZPK1234F' }],
};
const counts = { pass: 2, fail: 0, unreadable: 0, rejected: 0 };
const published: Trial = {
  ruleCode: 'PAN',
  ruleDesc: 'PAN card',
  ruleMode: 'advise',
  ruleVersion: '1.1 2.1',
  details,
  summary: { documents: 2, changed: 0, now: counts, draft: counts },
  documents: [first, old],
  samples: [],
  hidden: 0,
  slowLine: null,
};
const changed: Trial = {
  ...published,
  summary: { documents: 2, changed: 1, now: counts, draft: { ...counts, pass: 1, fail: 1 } },
  documents: [first, { ...old, draftVerdict: 'Fail' }],
};

let sent: Sent[];
let answers: Record<string, () => Answer>;

beforeEach(async () => {
  await startWording();
  await completeWording();
  knownBases();
  session.setAuth(anAuth({ screens: [aScreen({ screenCode: 'SD-BNK-002' })], businessActions: ['tryrules'] }));
  session.setToken(aToken(Date.now() + 900_000));
  popup.set(null);
  question.set(null);
  url.change.mockClear();
  Object.assign(URL, { createObjectURL: () => 'blob:page', revokeObjectURL: () => {} });
  answers = {
    FA: () => ({ data: { record: published } }),
    F: () => ({ data: { record: changed } }),
    U: () => ({ data: { record: { ruleCode: 'PAN', changes: 1 } } }),
  };
  sent = fakeRoutes({
    'ruleworkbench/text': (call) => {
      const isMatched = bodyOf(call).text === 'ABCPK1234F';
      const details = [{ isMatched, found: isMatched ? ['ABCPK1234F'] : [], missing: [] }];
      return { data: { record: { verdict: isMatched ? 'Pass' : 'Fail', details } } };
    },
    ruleworkbench: (call) => (answers[headerOf(call).operation as string] as () => Answer)(),
    'ruleworkbench/sample': (call) => (answers[headerOf(call).operation as string] as () => Answer)(),
    'document/preview': () => ({ bytes: new ArrayBuffer(8) }),
    definition: () => ({
      data: { content: [{ resource: 'adminentitydocumentverficationrule', area: 'admin', fields: [] }] },
    }),
  });
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

async function open(actions: Action[] = ['access', 'view', 'edit', 'delete']) {
  show(<RuleWorkbench screen={aScreen({ screenCode: 'SD-ADM-025', actions })} />);
  await screen.findByText('No changes yet');
}

const calls = (operation: string) => sent.filter((call) => headerOf(call).operation === operation);
const mask = () => screen.getByRole('textbox', { name: /Character Mask/ });
const type = (text: string) => fireEvent.change(mask(), { target: { value: text } });
const documents = () => within(screen.getByRole('region', { name: 'Documents' })).getAllByRole('listitem');
const publish = () => screen.getByRole('button', { name: 'Publish' }) as HTMLButtonElement;

test('a draft is tried as it is typed, and changed verdicts come first', async () => {
  await open();
  expect(documents().map((each) => each.textContent)).toEqual([
    expect.stringContaining('PAN card, Meena Krishnan'),
    expect.stringContaining('Old card'),
  ]);
  expect(publish().disabled).toBe(true);
  type('AAAAA9999');
  expect(publish().disabled).toBe(true);
  await screen.findByText('1 of 2 verdicts would change');
  expect(bodyOf(calls('F').at(-1))).toMatchObject({
    ruleCode: 'PAN',
    details: [{ sequenceNo: 1 }, { sequenceNo: 2, characterMask: 'AAAAA9999' }],
  });
  const [top] = documents();
  expect(top?.textContent).toContain('Old card');
  expect(within(top as HTMLElement).getByText('Changed')).toBeTruthy();
  expect(within(top as HTMLElement).getByText('Fails')).toBeTruthy();
  expect(guard.isDirty()).toBe(true);
  type('AAAAA9999A');
  await screen.findByText('No changes yet');
  expect(guard.isDirty()).toBe(false);
});

test('the page shows what was found', async () => {
  await open();
  const page = within(screen.getByRole('region', { name: 'Page' }));
  expect(await page.findByRole('img')).toBeTruthy();
  expect(page.getByRole('button', { name: 'Found ABCPK1234F, page 1' })).toBeTruthy();
  expect(document.querySelector('[data-mark="2"]')).toBeTruthy();
  const preview = sent.find(({ url: asked }) => asked.includes('document/preview'));
  expect(headerOf(preview as Sent).screenId).toBe('SD-BNK-002');
});

test('publishing asks with the effect, and sends the version that was read', async () => {
  await open();
  type('AAAAA9999');
  await screen.findByText('1 of 2 verdicts would change');
  fireEvent.click(publish());
  expect(question.get()).toMatchObject({ kind: 'publishRule', name: '1 of 2 verdicts would change' });
  question.get()?.answer(true);
  await waitFor(() => expect(calls('U')).toHaveLength(1));
  expect(bodyOf(calls('U')[0])).toMatchObject({
    ruleVersion: '1.1 2.1',
    details: [{}, { characterMask: 'AAAAA9999' }],
  });
  await screen.findByText('No changes yet');
});

test('a rule that somebody changed meanwhile keeps the draft', async () => {
  answers.U = () => ({
    status: 409,
    error: 'Somebody changed it',
    data: { ErrorCodeDTO: [{ code: 'stale', message: 'Somebody changed it' }] },
  });
  await open();
  type('AAAAA9999');
  await screen.findByText('1 of 2 verdicts would change');
  const before = calls('FA').length;
  fireEvent.click(publish());
  question.get()?.answer(true);
  await waitFor(() => expect(popup.get()?.message).toMatch(/Someone else changed/));
  await waitFor(() => expect(calls('FA').length).toBeGreaterThan(before));
  expect((mask() as HTMLInputElement).value).toBe('AAAAA9999');
});

test('a broken line is marked beside its field and cannot be published', async () => {
  answers.F = () => refused('details[1].characterMask', 'Please Enter Valid Character Mask');
  await open();
  type('9999');
  await screen.findByText('Please Enter Valid Character Mask');
  expect(screen.getByText('Correct the marked fields to see the result')).toBeTruthy();
  expect(publish().disabled).toBe(true);
  expect(mask().getAttribute('aria-invalid')).toBe('true');
});

test('lines are added, moved and removed', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Add line' }));
  expect(screen.getByText('Fill in line 3 to see the result')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remove line 3' }));
  fireEvent.click(screen.getByRole('button', { name: 'Move line 1 down' }));
  await screen.findByText('1 of 2 verdicts would change');
  expect(bodyOf(calls('F').at(-1)).details).toMatchObject([
    { sequenceNo: 1, keywordType: 'MASK' },
    { sequenceNo: 2, keywordType: 'ANY' },
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await screen.findByText('No changes yet');
});

test('a mask is tried on a typed text', async () => {
  await open();
  const text = screen.getByRole('textbox', { name: 'Try a text' });
  fireEvent.change(text, { target: { value: 'ABCPK1234F' } });
  await screen.findByText('The text fits the mask.');
  fireEvent.change(text, { target: { value: 'ABC' } });
  await screen.findByText('The text does not fit the mask.');
});

test('without the right to edit the rule is shown and nothing can be tried', async () => {
  await open(['access', 'view']);
  expect((mask() as HTMLInputElement).matches(':disabled')).toBe(true);
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Samples' })).toBeNull();
  expect(screen.getByText(/Changing and trying it needs the right/)).toBeTruthy();
  type('AAAAA9999');
  await waitFor(() => expect(calls('F')).toHaveLength(0));
});

const withSamples = { ...published, documents: [], samples: [sample] };

test('samples are uploaded, shown with what was found, and removed', async () => {
  answers.FA = () => ({
    data: { record: sent.some((call) => headerOf(call).operation === 'S') ? withSamples : published },
  });
  answers.S = () => ({ data: { record: sample } });
  answers.D = () => ({ data: { totalElements: 1 } });
  await open();
  const part = within(screen.getByRole('region', { name: 'Samples' }));
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  const file = new File(['%PDF'], 'test.pdf', { type: 'application/pdf' });
  fireEvent.change(input, { target: { files: [file] } });
  expect(await part.findByText('test.pdf')).toBeTruthy();
  const [upload] = calls('S');
  expect(upload?.url).toContain('ruleCode=PAN&fileName=test.pdf');
  const page = within(screen.getByRole('region', { name: 'Page' }));
  expect(page.getByText('Found ZZZPK1234F, page 1')).toBeTruthy();
  fireEvent.click(part.getByRole('button', { name: 'Remove sample test.pdf' }));
  question.get()?.answer(true);
  await waitFor(() => expect(calls('D')).toHaveLength(1));
  expect(bodyOf(calls('D')[0])).toMatchObject({ ruleCode: 'PAN', sampleId: 's1' });
});

test('a sample that is refused says why, beside its name', async () => {
  answers.S = () => refused('file', 'At most 20 files are allowed');
  await open();
  const file = new File(['%PDF'], 'more.pdf', { type: 'application/pdf' });
  fireEvent.drop(screen.getByRole('region', { name: 'Samples' }), { dataTransfer: { files: [file] } });
  expect(await screen.findByText('more.pdf: At most 20 files are allowed')).toBeTruthy();
});

test('a busy workbench is asked again', async () => {
  let count = 0;
  answers.FA = () => {
    count += 1;
    return count > 1
      ? { data: { record: published } }
      : { status: 429, error: 'Wait', headers: { 'Retry-After': '0.01' } };
  };
  await open();
  expect(count).toBe(2);
});

test('a slow line of the published rule is named', async () => {
  answers.FA = () => ({ data: { record: { ...published, slowLine: 2 } } });
  await open();
  expect(screen.getByText(/Line 2 of the published rule takes too long/)).toBeTruthy();
});

test('documents that the user may not see are one line with their number', async () => {
  answers.FA = () => ({ data: { record: { ...published, hidden: 25 } } });
  await open();
  expect(screen.getByText('25 documents are hidden: you have no access to these customers.')).toBeTruthy();
  cleanup();
  session.setAuth(anAuth({ screens: [aScreen({ screenCode: 'SD-BNK-002' })] }));
  answers.FA = () => ({ data: { record: { ...published, documents: [], hidden: 25 } } });
  await open();
  expect(screen.getByText(/25 documents are hidden. Seeing documents here takes the action/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add samples' })).toBeNull();
  expect(screen.queryByText('No past documents to show')).toBeNull();
});

test('before any document was checked the list says so', async () => {
  const none = { ...published, documents: [], summary: { ...published.summary, documents: 0 } };
  answers.FA = () => ({ data: { record: none } });
  await open();
  expect(screen.getByText('No past documents to show')).toBeTruthy();
});
