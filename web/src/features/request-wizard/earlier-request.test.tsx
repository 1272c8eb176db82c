import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { bodyOf, refused } from '@/test/routes';
import type { Sent } from '@/test/server';
import { router } from '@/test/wizard-router';
import { calls, click, open, opOf, setStage, stage, type } from '@/test/wizard-stage';
import { stored } from './samples';

vi.mock('@/lib/url-state', async () => (await import('@/test/wizard-router')).urlState);
vi.mock('@tanstack/react-router', async () => (await import('@/test/wizard-router')).tanstack);
setStage();

describe('an earlier request', () => {
  test('is changed upon its version, and has no draft', async () => {
    router.url = { txnRefNo: stored.txnRefNo };
    open();
    expect(await screen.findByRole('heading', { name: `Edit request ${stored.txnRefNo}` })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save draft' })).toBeNull();
    await screen.findByLabelText('Individual');
    click('Back to the request');
    expect(router.navigate).toHaveBeenCalledOnce();
    router.navigate.mockClear();
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
    expect(bodyOf(change)).not.toHaveProperty('draft');
    expect(calls('docrequest/draft')).toEqual([]);
  });

  test('that somebody else changed is not overwritten unless one says so', async () => {
    let version = 4;
    stage.routes['transaction/docrequest@'] = (call) => {
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
    stage.routes['transaction/docrequest@'] = () => ({
      data: { record: { ...stored, allowed: [], transactionStatus: 'Accepted' } },
    });
    router.url = { txnRefNo: stored.txnRefNo };
    open();
    expect(await screen.findByText('This request can no longer be changed')).toBeTruthy();
  });

  test('can be begun anew as a copy, or as a renewal', async () => {
    const { txnRefNo: _reference, versionNumber: _version, documentDueDate: _due, ...body } = stored;
    stage.routes = {
      'docrequest/clone': () => ({ data: { record: body } }),
      'transaction/compliance': () => ({
        data: { record: { ...body, renews: { txnRefNo: 'N7', documentNo: 3 } } },
      }),
      ...stage.routes,
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
    expect(bodyOf(calls('transaction/docrequest@')[0]).draft).toBe(false);
    expect(bodyOf(calls('transaction/docrequest@')[0]).renews).toEqual({ txnRefNo: 'N7', documentNo: 3 });
  });

  test('that is not there says so, and can be tried again', async () => {
    stage.routes['transaction/docrequest@'] = () => refused('', 'No Records Found');
    router.url = { txnRefNo: 'N0' };
    open();
    expect(await screen.findByText('No Records Found')).toBeTruthy();
  });
});
