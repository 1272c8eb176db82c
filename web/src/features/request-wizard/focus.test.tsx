import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { question } from '@/lib/feedback';
import { stored } from '@/test/wizard-answers';
import { router } from '@/test/wizard-router';
import { click, haveDraft, open, setStage, stage } from '@/test/wizard-stage';

vi.mock('@/lib/url-state', async () => (await import('@/test/wizard-router')).urlState);
vi.mock('@tanstack/react-router', async () => (await import('@/test/wizard-router')).tanstack);
setStage();

const [meena] = stored.parties;
const titled = (documentNo: number, documentTitle: string) => ({
  ...meena?.documents[0],
  documentNo,
  documentCode: `D${documentNo}`,
  documentTitle,
});
const removal = (name: string) => screen.getByRole('button', { name: `Remove ${name}` });

async function remove(name: string) {
  removal(name).focus();
  click(`Remove ${name}`);
  await act(async () => question.get()?.answer(true));
}

test('whoever removes a document goes on at the next, then at the one before, then where one is added', async () => {
  const documents = [titled(1, 'PAN card'), titled(2, 'Passport'), titled(3, 'Deed')];
  const raji = { ...meena, partySeqNo: 2, firstName: 'Raji', primaryParty: false, documents: [] };
  stage.routes['transaction/docrequest@'] = () => ({
    data: { record: { ...stored, parties: [{ ...meena, documents }, raji] } },
  });
  router.url = { txnRefNo: stored.txnRefNo };
  open();
  await screen.findByLabelText('Individual');
  click(/Party Details/);
  await screen.findByText('Passport');
  await remove('Passport');
  expect(document.activeElement).toBe(removal('Deed'));
  await remove('Deed');
  expect(document.activeElement).toBe(removal('PAN card'));
  await remove('PAN card');
  const first = within(screen.getByRole('region', { name: 'Party 1' }));
  expect(document.activeElement).toBe(first.getByLabelText('Add document'));
  await remove('Raji Subramaniam');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add party' }));
});

test('whoever does not want the draft begins at the heading', async () => {
  haveDraft();
  open();
  await waitFor(() => expect(question.get()?.kind).toBe('applyDraft'));
  await act(async () => question.get()?.answer(false));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Customer Details' }));
});
