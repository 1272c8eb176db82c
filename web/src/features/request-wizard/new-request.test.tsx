import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { popup, question } from '@/lib/feedback';
import { session } from '@/lib/session';
import { setEntityType, setLanguage } from '@/lib/wording';
import { anAuth } from '@/test/auth';
import { bodyOf } from '@/test/routes';
import type { Sent } from '@/test/server';
import { meena, stored } from '@/test/wizard-answers';
import { leaving, router } from '@/test/wizard-router';
import {
  calls,
  choose,
  click,
  create,
  field,
  open,
  opOf,
  overview,
  setStage,
  stage,
  toStep,
  type,
} from '@/test/wizard-stage';

vi.mock('@/lib/url-state', async () => (await import('@/test/wizard-router')).urlState);
vi.mock('@tanstack/react-router', async () => (await import('@/test/wizard-router')).tanstack);
setStage();

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

  test('offers only what goes with the chosen customer type and industry', async () => {
    open();
    fireEvent.click(await screen.findByLabelText('Individual'));
    const select = (name: RegExp) => screen.getByRole('combobox', { name }) as HTMLInputElement;
    await choose(/Customer Category/, 'Student');
    expect(select(/Customer Category/).value).toBe('Student');
    fireEvent.click(screen.getByLabelText('Company'));
    await waitFor(() => expect(select(/Customer Category/).value).toBe(''));
    await choose(/Industry/, 'Software');
    fireEvent.click(select(/Request Purpose/));
    expect(await screen.findByRole('option', { name: 'Purchase', hidden: true })).toBeTruthy();
    expect(screen.queryByRole('option', { name: 'Mining', hidden: true })).toBeNull();
    expect(screen.queryByRole('option', { name: 'Student', hidden: true })).toBeNull();
  });

  test('keeps a state that was typed in full, whether it was picked from the list or not', async () => {
    const states = ['Assam', 'Bihar', 'Goa', 'Gujarat', 'Kerala', 'Odisha', 'Punjab', 'Sikkim', 'Tamil Nadu'];
    const content = states.map((stateName, at) => ({ countryCode: 'IN', stateCode: `S${at}`, stateName }));
    let answer = () => {};
    const isReleased = new Promise<void>((resolve) => {
      answer = resolve;
    });
    stage.routes['code/stateList'] = async () => {
      await isReleased;
      return { data: { content } };
    };
    open();
    const state = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^State/ });
    await screen.findByLabelText('Individual');
    // The list is opened before the states arrive.
    fireEvent.click(state());
    answer();
    await waitFor(() => expect(state().readOnly).toBe(false));
    state().focus();
    fireEvent.change(state(), { target: { value: 'tamil nadu' } });
    fireEvent.blur(state());
    expect(state().value).toBe('Tamil Nadu');
    fireEvent.change(state(), { target: { value: 'Tamil' } });
    fireEvent.blur(state());
    expect(state().value).toBe('Tamil Nadu');
    click('Continue');
    expect(screen.queryByText('Please Select State')).toBeNull();
    expect(screen.getByText('Please Enter Customer Name')).toBeTruthy();
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

  test('repeats the subject of an earlier request with one click, and goes straight to the review', async () => {
    const about = { requestCategory: 'LOAN', requestSubCategory: 'HOME', requestPurpose: 'BUY' };
    stage.routes['docrequest/customer'] = () => ({ data: { content: [{ ...meena, ...about }] } });
    open();
    await screen.findByLabelText('Individual');
    expect(screen.queryByRole('button', { name: 'Review messages' })).toBeNull();
    type(/Customer Name/, 'Mee');
    fireEvent.click(await screen.findByText('meena@example.com · +919840012345 · Chennai'));
    fireEvent.click(await screen.findByRole('button', { name: /^Same as last time: Loan · Home loan/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Review messages' }));
    expect(await screen.findByRole('heading', { name: 'Review and send' })).toBeTruthy();
    click('Send request');
    await waitFor(() => expect(calls('transaction/docrequest@')).toHaveLength(1));
    expect(bodyOf(calls('transaction/docrequest@')[0])).toMatchObject({ ...about, send: true });
  });

  test('is sent as one body after a last look at its messages', async () => {
    open();
    await toStep(3);
    click('Review messages');
    expect(await screen.findByText('Please send your PAN card')).toBeTruthy();
    expect(opOf(calls('docrequest/messages')[0] as Sent)).toBe('F');
    expect(await screen.findByText(/^20 Nov 2026/)).toBeTruthy();
    expect(opOf(calls('docrequest/reminders')[0] as Sent)).toBe('F');
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
    stage.routes['transaction/docrequest@'] = () => {
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
    await waitFor(() => expect(popup.get()?.message).toMatch(/^Network Issue!/));
    expect(calls('transaction/docrequest@')).toHaveLength(1);
    // It goes on by itself.
    await waitFor(() => expect(router.navigate).toHaveBeenCalled());
    const keys = calls('transaction/docrequest@').map(({ headers }) => headers['Idempotency-Key']);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  test('what the server refuses stands under its field, on the step where it is', async () => {
    stage.routes['transaction/docrequest@'] = () => ({
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
    const first = within(second).getByRole('textbox', { name: /First Name/ });
    await waitFor(() => expect(document.activeElement).toBe(first));
    const put = (name: RegExp, value: string) =>
      fireEvent.change(within(second).getByRole('textbox', { name }), { target: { value } });
    put(/First Name/, 'Arjun');
    put(/Last Name/, 'Raman');
    put(/Mobile Number/, '+919840012345');
    put(/Email Address/, 'arjun@example.com');
    click('Continue');
    expect(await within(second).findByText('This Mobile Number Already Exists')).toBeTruthy();
  });

  test('a party without documents is asked about, and stands in the review', async () => {
    open();
    await toStep(2);
    click('Add party');
    const second = screen.getByRole('region', { name: 'Party 2' });
    const put = (name: RegExp, value: string) =>
      fireEvent.change(within(second).getByRole('textbox', { name }), { target: { value } });
    put(/First Name/, 'Arjun');
    put(/Last Name/, 'Raman');
    put(/Mobile Number/, '+919840012399');
    put(/Email Address/, 'arjun@example.com');
    click('Continue');
    await waitFor(() => expect(question.get()).toMatchObject({ kind: 'noDocuments', name: 'Arjun Raman' }));
    await act(async () => question.get()?.answer(false));
    expect(screen.getByRole('heading', { name: 'Party Details' })).toBeTruthy();
    click('Continue');
    await waitFor(() => expect(question.get()?.kind).toBe('noDocuments'));
    await act(async () => question.get()?.answer(true));
    expect(await screen.findByRole('heading', { name: 'Notification Details' })).toBeTruthy();
    click('Review messages');
    expect(await screen.findByText('No documents: this person gets no message.')).toBeTruthy();
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
    open({ ...create, actions: ['access', 'view'] });
    expect(screen.getByText("You don't have permission to create requests")).toBeTruthy();
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
