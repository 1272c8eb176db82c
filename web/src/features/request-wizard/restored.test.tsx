import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { question } from '@/lib/feedback';
import { bodyOf } from '@/test/routes';
import { calls, choose, click, field, open, setStage, stage, toStep, type } from '@/test/wizard-stage';

vi.mock('@/lib/url-state', async () => (await import('@/test/wizard-router')).urlState);
vi.mock('@tanstack/react-router', async () => (await import('@/test/wizard-router')).tanstack);
setStage();
beforeEach(() => {
  const titles = { HOME: 'PAN card', CUR: 'Passport' };
  stage.routes['docrequest/propose'] = (call) => {
    const code = bodyOf(call).requestSubCategory as keyof typeof titles;
    return { data: { content: [{ documentCode: code, documentTitle: titles[code], mandatory: true }] } };
  };
});

const reload = () => {
  cleanup();
  open();
};
const nameOf = () => (field(/Customer Name/) as HTMLInputElement).value;
const removal = (title: string) => screen.queryByRole('button', { name: `Remove ${title}` });

describe('what was typed before the page was loaded again', () => {
  test('is proposed its documents once its kind is chosen', async () => {
    open();
    await screen.findByLabelText('Individual');
    type(/Customer Name/, 'Arjun');
    reload();
    expect(await screen.findByText('We restored what you typed earlier.')).toBeTruthy();
    expect(nameOf()).toBe('Arjun');
    await toStep(2);
    expect(removal('PAN card')).toBeTruthy();
  });

  test('comes back on its step, and another kind brings other documents', async () => {
    open();
    await toStep(3);
    reload();
    expect(await screen.findByRole('heading', { name: 'Notification Details' })).toBeTruthy();
    click(/Customer Details/);
    await choose(/Request Category/, 'Account');
    await choose(/Request Sub Category/, 'Current account');
    click(/Party Details/);
    await waitFor(() => expect(removal('Passport')).toBeTruthy());
    expect(removal('PAN card')).toBeNull();
  });

  test('keeps the documents that were left of those proposed', async () => {
    open();
    await toStep(2);
    click('Remove PAN card');
    await act(async () => question.get()?.answer(true));
    reload();
    expect(await screen.findByRole('heading', { name: 'Party Details' })).toBeTruthy();
    await waitFor(() => expect(calls('docrequest/propose')).toHaveLength(1));
    expect(removal('PAN card')).toBeNull();
  });

  test('is given up only after a question, and the first step begins anew', async () => {
    open();
    await toStep(3);
    reload();
    await screen.findByRole('heading', { name: 'Notification Details' });
    click('Start over');
    await waitFor(() => expect(question.get()?.kind).toBe('discard'));
    await act(async () => question.get()?.answer(false));
    expect(screen.getByRole('heading', { name: 'Notification Details' })).toBeTruthy();
    click('Start over');
    await act(async () => question.get()?.answer(true));
    const heading = await screen.findByRole('heading', { name: 'Customer Details' });
    expect(document.activeElement).toBe(heading);
    expect(nameOf()).toBe('');
    const steps = within(screen.getByRole('navigation', { name: 'Steps' })).getAllByRole('button');
    expect(steps.every((step) => step.hasAttribute('disabled'))).toBe(true);
    expect(screen.queryByText('We restored what you typed earlier.')).toBeNull();
    // Choosing the same kind again brings its documents back.
    await toStep(2);
    expect(removal('PAN card')).toBeTruthy();
  });
});
