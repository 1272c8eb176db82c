import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { question } from '@/lib/feedback';
import { bodyOf } from '@/test/routes';
import { leaving, router } from '@/test/wizard-router';
import { calls, click, field, haveDraft, open, opOf, setStage, stage, toStep, type } from '@/test/wizard-stage';

vi.mock('@/lib/url-state', async () => (await import('@/test/wizard-router')).urlState);
vi.mock('@tanstack/react-router', async () => (await import('@/test/wizard-router')).tanstack);
setStage();

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
    // Coming back in the same tab does not fill the form in unasked.
    cleanup();
    open();
    await screen.findByLabelText('Individual');
    expect((field(/Customer Name/) as HTMLInputElement).value).toBe('');
  });

  test('is offered on coming back, and applied only after a yes, just as it was left', async () => {
    haveDraft();
    open();
    await waitFor(() => expect(question.get()?.kind).toBe('applyDraft'));
    await act(async () => question.get()?.answer(true));
    expect(await screen.findByRole('heading', { name: 'Party Details' })).toBeTruthy();
    expect((field(/First Name/) as HTMLInputElement).value).toBe('Meena');
    // The user had removed the proposed documents; they do not come back.
    await waitFor(() => expect(calls('docrequest/propose')).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'Remove PAN card' })).toBeNull();
  });

  test('stays untouched by a no, and can still be applied or deleted', async () => {
    haveDraft();
    open();
    await waitFor(() => expect(question.get()?.kind).toBe('applyDraft'));
    // One question at a time: the notice comes after the answer.
    expect(screen.queryByText(/You have a draft from/)).toBeNull();
    await act(async () => question.get()?.answer(false));
    type(/Customer Name/, 'Somebody else');
    expect(screen.getByText(/You have a draft from/)).toBeTruthy();
    click('Discard draft');
    await act(async () => question.get()?.answer(true));
    await waitFor(() => expect(calls('docrequest/draft').map(opOf)).toEqual(['F', 'D']));
    expect((field(/Customer Name/) as HTMLInputElement).value).toBe('Somebody else');
  });

  test('is dropped with the request by the server; one that was still on its way is dropped after it', async () => {
    let letIn = (_: object) => {};
    const kept = new Promise<object>((resolve) => {
      letIn = resolve;
    });
    open();
    await toStep(3);
    stage.routes['docrequest/draft'] = (call) => (opOf(call) === 'S' ? kept : {});
    click('Save draft');
    await act(async () => question.get()?.answer(true));
    await waitFor(() => expect(draftCalls()).toEqual(['F', 'S']));
    click('Review messages');
    click('Send request');
    await waitFor(() => expect(calls('transaction/docrequest@')).toHaveLength(1));
    expect(draftCalls()).toEqual(['F', 'S']);
    await act(async () => letIn({}));
    await waitFor(() => expect(router.navigate).toHaveBeenCalled());
    expect(draftCalls()).toEqual(['F', 'S', 'D']);
  });

  test('that was safe before is left to the server', async () => {
    open();
    await toStep(3);
    click('Save draft');
    await act(async () => question.get()?.answer(true));
    await waitFor(() => expect(screen.getByText(/Draft saved at/)).toBeTruthy());
    click('Review messages');
    click('Send request');
    await waitFor(() => expect(router.navigate).toHaveBeenCalled());
    expect(bodyOf(calls('transaction/docrequest@')[0]).draft).toBe(true);
    expect(draftCalls()).toEqual(['F', 'S']);
  });
});
