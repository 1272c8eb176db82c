import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aRow } from '@/test/doc-requests';
import { callsTo, draw, setStage, stage } from '@/test/portal-stage';
import { fakeRoutes } from '@/test/routes';
import { headerOf, type Sent } from '@/test/server';
import { ProviderRequests } from '.';

setStage();

test('requests stand by whose turn it is, what is due first on top', async () => {
  stage.rows = [
    aRow({ txnRefNo: 'LATER', documentDueDate: '2031-12-31' }),
    aRow({ txnRefNo: 'SOON', documentDueDate: '2031-01-31', documentsRejected: 2 }),
    aRow({ txnRefNo: 'THEIRS', nextAction: 'review', transactionStatus: 'Waiting' }),
    aRow({ txnRefNo: 'OVER', nextAction: 'none', transactionStatus: 'Expired', expiresOn: '2026-01-02' }),
  ];
  draw(<ProviderRequests />);
  await screen.findByRole('heading', { name: 'Waiting for you' });
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['SOON', 'LATER', 'THEIRS', 'OVER'].map((name) => `/provider/requests/${name}`));
  expect(screen.getByText('2 documents were sent back')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Being reviewed by Northgate Bank' })).toBeTruthy();
  expect(screen.getByText(/^Expired on 2 January/)).toBeTruthy();
  expect(headerOf(callsTo('docrequest/search')[0] as Sent)).toMatchObject({
    service: 'customer',
    module: 'CUS',
  });
});

test('what was sent back is said even while the rest is being checked, but not when all is over', async () => {
  const counts = { documentsRequested: 3, documentsRejected: 1 };
  stage.rows = [
    aRow({ ...counts, txnRefNo: 'THEIRS', nextAction: 'review', transactionStatus: 'Waiting' }),
    aRow({ ...counts, txnRefNo: 'OVER', nextAction: 'none', transactionStatus: 'Accepted' }),
  ];
  draw(<ProviderRequests />);
  const words = await screen.findAllByText('1 document was sent back');
  expect(words.map((each) => each.closest('a')?.getAttribute('href'))).toEqual(['/provider/requests/THEIRS']);
});

test('what was sent counts before it is settled', async () => {
  const counts = { documentsRequested: 4, documentsAccepted: 1, documentsPending: 3 };
  stage.rows = [
    aRow({ ...counts, documentsInReview: 2, transactionStatus: 'Waiting', nextAction: 'review' }),
    aRow({ ...counts, txnRefNo: 'OVER', transactionStatus: 'Accepted', nextAction: 'none' }),
  ];
  draw(<ProviderRequests />);
  expect(await screen.findByText('3 of 4 sent')).toBeTruthy();
  expect(screen.getByText('1 of 4 sent')).toBeTruthy();
});

test('a list that cannot be loaded can be tried again', async () => {
  fakeRoutes({ 'docrequest/search': () => ({ status: 503, error: 'Not Available Right Now' }) });
  draw(<ProviderRequests />);
  expect(await screen.findByText('Not Available Right Now')).toBeTruthy();
  fakeRoutes({ 'docrequest/search': () => ({ data: { content: [aRow()] } }) });
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Home loan · Purchase')).toBeTruthy();
});
