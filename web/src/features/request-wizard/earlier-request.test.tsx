import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { question } from '@/lib/feedback';
import { bodyOf, refused } from '@/test/routes';
import type { Sent } from '@/test/server';
import { stored } from '@/test/wizard-answers';
import { router } from '@/test/wizard-router';
import { calls, click, open, opOf, setStage, stage, type } from '@/test/wizard-stage';

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
    expect(await screen.findByText(/Someone else changed this request/)).toBeTruthy();
    expect(router.navigate).not.toHaveBeenCalled();
    await act(async () => click('Keep my version'));
    await waitFor(() => expect(screen.queryByText(/Someone else changed this request/)).toBeNull());
    click('Save changes');
    await waitFor(() => expect(router.navigate).toHaveBeenCalled());
    expect(bodyOf(calls('transaction/docrequest@').at(-1))).toMatchObject({
      city: 'Madurai',
      versionNumber: 5,
    });
  });

  const grown = {
    ...stored,
    versionNumber: 5,
    parties: [
      ...stored.parties,
      {
        ...stored.parties[0],
        partySeqNo: 2,
        firstName: 'Raji',
        primaryParty: false,
        mobileNumber: '+919840012346',
        emailAddress: 'raji@example.com',
        documents: [{ ...stored.parties[0]?.documents[0], documentNo: 2 }],
      },
    ],
  };
  const stale = {
    status: 409,
    error: 'This Record Was Changed By Someone Else',
    data: { ErrorCodeDTO: [{ code: 'stale', message: 'stale', field: null }] },
  };
  const save = () => {
    click(/Notification Details/);
    click('Review messages');
    click('Save changes');
  };

  /** `meanwhile` is what others change before the page reloads. */
  const typeAndLoadAgain = async (meanwhile: () => void) => {
    router.url = { txnRefNo: stored.txnRefNo };
    open();
    await screen.findByLabelText('Individual');
    type(/City/, 'Madurai');
    cleanup();
    meanwhile();
    open();
    await screen.findByText('We restored what you typed earlier.');
  };

  test('that was loaded again goes out upon the version it was typed upon, and keeps what came since', async () => {
    let record: object = stored;
    stage.routes['transaction/docrequest@'] = (call) => {
      if (opOf(call) === 'F') return { data: { record } };
      return bodyOf(call).versionNumber === 5 ? { data: { record: grown } } : stale;
    };
    await typeAndLoadAgain(() => {
      record = grown;
    });
    save();
    expect(await screen.findByText(/Someone else changed this request/)).toBeTruthy();
    expect(bodyOf(calls('transaction/docrequest@').at(-1)).versionNumber).toBe(4);
    await act(async () => click('Keep my version'));
    expect(await screen.findByText('Added by others and kept: Raji Subramaniam.')).toBeTruthy();
    click('Save changes');
    await waitFor(() => expect(router.navigate).toHaveBeenCalled());
    expect(bodyOf(calls('transaction/docrequest@').at(-1))).toMatchObject({
      city: 'Madurai',
      versionNumber: 5,
      parties: [{ partySeqNo: 1 }, { partySeqNo: 2, firstName: 'Raji' }],
    });
  });

  test('that was loaded again is begun anew upon the newest', async () => {
    let record: object = stored;
    stage.routes['transaction/docrequest@'] = () => ({ data: { record } });
    await typeAndLoadAgain(() => {
      record = grown;
    });
    click('Start over');
    await act(async () => question.get()?.answer(true));
    save();
    await waitFor(() => expect(router.navigate).toHaveBeenCalled());
    expect(bodyOf(calls('transaction/docrequest@').at(-1))).toMatchObject({
      city: 'Chennai',
      versionNumber: 5,
    });
  });

  test('is shown the messages of its change, of that very request and version', async () => {
    router.url = { txnRefNo: stored.txnRefNo };
    open();
    await screen.findByLabelText('Individual');
    click(/Notification Details/);
    click('Review messages');
    await waitFor(() => expect(calls('docrequest/messages')).toHaveLength(1));
    expect(bodyOf(calls('docrequest/messages')[0])).toMatchObject({
      txnRefNo: stored.txnRefNo,
      versionNumber: 4,
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
