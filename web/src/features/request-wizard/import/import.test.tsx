import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '@/lib/session';
import { anAuth, aScreen, aToken } from '@/test/auth';
import { type Answer, fakeRoutes } from '@/test/routes';
import { headerOf, knownBases, type Sent } from '@/test/server';
import { show } from '@/test/show';
import ImportDialog from './import-dialog';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, ...rest }: { to: string; children: ReactNode }) => <a href={to} {...rest} />,
}));

let sent: Sent[];
let answer: (isDry: boolean) => Answer;
const onClose = vi.fn();

beforeEach(() => {
  knownBases();
  const overview = aScreen({ screenCode: 'SD-BNK-004', path: '/requestor/overview/:txnRefNo' });
  session.setAuth(anAuth({ screens: [overview], businessActions: ['import', 'send'] }));
  session.setToken(aToken(Date.now() + 900_000));
  sent = fakeRoutes({
    'docrequest/import': ({ url }) => answer(url.includes('dryRun=true')),
    categorydefinition: () => ({ data: { content: [{ categoryCode: 'HOME', categoryDesc: 'Home Loan' }] } }),
    '/': () => ({ data: { content: [] } }),
  });
  show(<ImportDialog onClose={onClose} />);
});
afterEach(cleanup);

const imports = () => sent.filter(({ url }) => url.includes('docrequest/import'));

function choose(name: string) {
  const file = new File(['customerName\r\nMeena\r\n'], name);
  fireEvent.change(screen.getByLabelText('Choose a CSV or XLSX file'), { target: { files: [file] } });
}

test('a file is tried first, and its requests are created only on the second word', async () => {
  answer = (isDry) => ({
    data: {
      record: isDry
        ? { rows: 2, created: 0, faults: [], references: [] }
        : { rows: 2, created: 2, faults: [], references: ['N1', 'N2'] },
    },
  });
  choose('requests.csv');
  expect(await screen.findByText('2 requests can be created')).toBeTruthy();
  expect(imports()).toHaveLength(1);
  fireEvent.click(screen.getByRole('switch', { name: 'Send immediately' }));
  fireEvent.click(screen.getByRole('button', { name: 'Create 2 requests' }));
  expect(await screen.findByText('2 requests created')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'N2' }).getAttribute('href')).toBe('/requestor/overview/N2');
  expect(
    imports().map((call) => [headerOf(call).operation, call.headers['Content-Type'], call.url.split('?')[1]]),
  ).toEqual([
    ['S', 'text/csv', 'dryRun=true&send=false'],
    ['S', 'text/csv', 'dryRun=false&send=true'],
  ]);
});

test('faults stand by line and column, and nothing can be created', async () => {
  answer = () => ({
    data: {
      record: {
        rows: 2,
        created: 0,
        references: [],
        faults: [
          { line: 3, field: 'customerName', message: 'Customer Name Is Empty' },
          { line: 4, field: 'emailAddress', message: 'Please Enter Valid Email Address' },
          { line: 4, field: 'parties[0].emailAddress', message: 'Please Enter Valid Email Address' },
        ],
      },
    },
  });
  choose('requests.xlsx');
  const row = (await screen.findByText('Customer Name Is Empty')).closest('tr');
  expect(row?.textContent).toBe('3Customer NameCustomer Name Is Empty');
  expect(screen.getAllByText('Please Enter Valid Email Address')).toHaveLength(1);
  expect(screen.getByText(/^2 errors/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Create/ })).toBeNull();
  expect(imports()[0]?.headers['Content-Type']).toContain('spreadsheetml');
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(imports()).toHaveLength(2));
  const another = screen.getByRole('button', { name: 'Another file' });
  await waitFor(() => expect(another.hasAttribute('disabled')).toBe(false));
  another.focus();
  fireEvent.click(another);
  const chooser = screen.getByLabelText('Choose a CSV or XLSX file').closest('[tabindex="0"]');
  expect(chooser).toBeTruthy();
  expect(document.activeElement).toBe(chooser);
});

test('anything but a sheet is not sent at all', async () => {
  choose('requests.pdf');
  expect(await screen.findByText('Choose a CSV or XLSX file')).toBeTruthy();
  expect(imports()).toEqual([]);
});

test('the same error in many lines is one cause, with the value and the codes that are allowed', async () => {
  const message = 'No Records Found';
  answer = () => ({
    data: {
      record: {
        rows: 5,
        created: 0,
        references: [],
        faults: [2, 3, 4, 6].map((line) => ({ line, field: 'requestCategory', message, value: 'HOMELON' })),
      },
    },
  });
  choose('requests.csv');
  const row = (await screen.findByText(/No Records Found/)).closest('tr') as HTMLElement;
  await waitFor(() => expect(row.textContent).toContain('Allowed: HOME'));
  expect(row.textContent).toContain('2–4, 6');
  expect(row.textContent).toContain('“HOMELON”');
  expect(screen.getByText(/^1 error\./)).toBeTruthy();
});
