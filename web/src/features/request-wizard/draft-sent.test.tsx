import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { popup, question } from '@/lib/feedback';
import { bodyOf } from '@/test/routes';
import { stored } from '@/test/wizard-answers';
import { router } from '@/test/wizard-router';
import { calls, choose, click, haveDraft, open, opOf, setStage, stage, toStep, type } from '@/test/wizard-stage';

vi.mock('@/lib/url-state', async () => (await import('@/test/wizard-router')).urlState);
vi.mock('@tanstack/react-router', async () => (await import('@/test/wizard-router')).tanstack);
setStage();

const draftCalls = () => calls('docrequest/draft').map(opOf);
const sentBody = (at = 0) => bodyOf(calls('transaction/docrequest@')[at]);
const answer = (yes: boolean) => act(async () => question.get()?.answer(yes));
const reload = () => {
  cleanup();
  open();
};
const pass = () => act(() => vi.advanceTimersByTimeAsync(20_000));
const onlyTicks = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });

async function send() {
  click('Review messages');
  click('Send request');
  await waitFor(() => expect(router.navigate).toHaveBeenCalled());
}

/** Opens the wizard with an offered draft, and applies it or not. */
async function openWithDraft(isApplied: boolean) {
  haveDraft();
  open();
  await waitFor(() => expect(question.get()?.kind).toBe('applyDraft'));
  await answer(isApplied);
}

describe('a request', () => {
  test('that came from the draft says so, and the server drops it', async () => {
    await openWithDraft(true);
    await screen.findByRole('heading', { name: 'Party Details' });
    await choose(/Add document/, 'Salary slip');
    click(/Customer Details/);
    await choose(/Request Purpose/, 'Purchase');
    click('Continue');
    click('Continue');
    await send();
    expect(sentBody().draft).toBe(true);
    expect(draftCalls()).toEqual(['F']);
  });

  test('that has nothing to do with it leaves the draft alone, also by itself', async () => {
    onlyTicks();
    await openWithDraft(false);
    await toStep(3);
    await pass();
    await send();
    expect(sentBody().draft).toBe(false);
    expect(draftCalls()).toEqual(['F']);
  });

  test('that was not saved as a draft says nothing of one', async () => {
    open();
    await toStep(3);
    await send();
    expect(sentBody().draft).toBe(false);
  });

  test('is the same body under the same key at a second try; a draft saved between the two is dropped after it', async () => {
    let tries = 0;
    stage.routes['transaction/docrequest@'] = () => {
      tries += 1;
      if (tries === 1) throw new TypeError('line cut');
      return { data: { record: { ...stored, txnRefNo: 'N1' } } };
    };
    open();
    await toStep(3);
    click('Review messages');
    click('Send request');
    await waitFor(() => expect(popup.get()?.message).toMatch(/^Network Issue!/));
    popup.set(null);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save draft' })).toHaveProperty('disabled', false));
    click('Save draft');
    await answer(true);
    await screen.findByText(/Draft saved at/);
    click('Send request');
    await waitFor(() => expect(router.navigate).toHaveBeenCalled());
    expect(sentBody(1)).toEqual(sentBody(0));
    expect(draftCalls()).toEqual(['F', 'S', 'D']);
  });
});

describe('over a reload', () => {
  test('a draft that was not applied is offered again, and nothing is saved over it', async () => {
    onlyTicks();
    await openWithDraft(false);
    await screen.findByLabelText('Individual');
    type(/Customer Name/, 'Somebody else');
    reload();
    expect(await screen.findByText(/You have a draft from/)).toBeTruthy();
    expect(question.get()).toBeNull();
    await pass();
    expect(draftCalls()).toEqual(['F']);
  });

  const saveAndReload = async () => {
    open();
    await toStep(3);
    click('Save draft');
    await answer(true);
    await screen.findByText(/Draft saved at/);
    haveDraft();
    reload();
  };

  test('what was saved as the draft goes on being it', async () => {
    await saveAndReload();
    await screen.findByText('We restored what you typed earlier.');
    await waitFor(() => expect(draftCalls()).toEqual(['F']));
    expect(screen.queryByText(/You have a draft from/)).toBeNull();
    await send();
    expect(sentBody().draft).toBe(true);
  });

  test('what is started over leaves the draft, which is offered again', async () => {
    await saveAndReload();
    await screen.findByRole('button', { name: 'Start over' });
    click('Start over');
    await answer(true);
    expect(await screen.findByText(/You have a draft from/)).toBeTruthy();
    expect(question.get()).toBeNull();
    await toStep(3);
    await send();
    expect(sentBody().draft).toBe(false);
  });
});

test('nothing is saved while the server has not said whether there is a draft', async () => {
  onlyTicks();
  stage.routes['docrequest/draft'] = () => ({ status: 503, error: 'Not Available Right Now' });
  open();
  await screen.findByLabelText('Individual');
  type(/Customer Name/, 'Arjun');
  haveDraft();
  stage.sent.length = 0;
  await pass();
  expect(await screen.findByText(/You have a draft from/)).toBeTruthy();
  await pass();
  expect(draftCalls()).toEqual(['F']);
});
