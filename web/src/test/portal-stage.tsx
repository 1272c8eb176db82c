import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect } from 'vitest';
import { Providers } from '@/app/start';
import { ProviderRequest } from '@/features/provider-requests';
import { question } from '@/lib/feedback';
import type { DocRequest, Remark } from '@/lib/requests';
import { session } from '@/lib/session';
import { anAuth, aToken } from './auth';
import { aDocument, aFile, aRequest } from './doc-requests';
import { type Answer, fakeRoutes } from './routes';
import { headerOf, knownBases, type Sent } from './server';
import { fakeUploads, type Upload } from './uploads';

/** A customer's request for the portal tests; each test changes the server's answers. */
export const stage = {
  sent: [] as Sent[],
  uploads: [] as Upload[],
  request: {} as DocRequest,
  remarks: [] as Remark[],
  rows: [] as object[],
  submitted: (): Answer => ({ data: { record: stage.request } }),
  acted: (): Answer => ({ data: { record: stage.request } }),
  handoff: (): Answer => ({ status: 404, error: 'no' }),
};

const answered = () => ({ data: { record: stage.request } });

/** Hooks for every test of a file. */
export function setStage() {
  beforeEach(() => {
    window.history.replaceState(null, '', '/provider/requests/N2611150000427');
    window.scrollTo = () => {};
    knownBases();
    session.setAuth(anAuth({ userId: 'meena@example.com', userType: 'C', userName: 'Meena', screens: [] }));
    session.setToken(aToken(Date.now() + 900_000));
    Object.assign(stage, { request: aRequest([aDocument()]), remarks: [], rows: [] });
    Object.assign(stage, { submitted: answered, acted: answered, uploads: fakeUploads() });
    stage.sent = fakeRoutes({
      'docrequest/search': () => ({ data: { content: stage.rows } }),
      'docrequest/action': () => stage.acted(),
      'document/submit': () => stage.submitted(),
      'document/remark': () => ({ data: { content: stage.remarks } }),
      'document/upload': () => ({}),
      handoff: () => stage.handoff(),
      authpartyrelationshipdefinition: () => ({ status: 403, error: 'no' }),
      docrequest: answered,
    });
  });
  afterEach(() => {
    cleanup();
    question.get()?.answer(false);
  });
}

export const draw = (page: ReactNode) => render(<Providers onExpired={() => undefined}>{page}</Providers>);

export const open = async () => {
  draw(<ProviderRequest txnRefNo={stage.request.txnRefNo} />);
  await screen.findByRole('heading', { level: 2, name: /Documents|Being checked|Done/ });
};

export const callsTo = (resource: string, operation?: string) =>
  stage.sent.filter(
    (call) => call.url.includes(`/${resource}@`) && (!operation || headerOf(call).operation === operation),
  );

export const choose = (documentNo: number, ...files: File[]) => {
  const input = document.querySelector(`input[name=files-${documentNo}]`) as HTMLInputElement;
  fireEvent.change(input, { target: { files } });
};

export const pdf = (name: string) => new File(['%PDF'], name, { type: 'application/pdf' });

export const stored = (fileName: string, fileId = fileName) => ({
  status: 'S',
  data: { record: aFile({ fileName, fileId }), ErrorCodeDTO: [] },
});

export const upload = async (at: number) => {
  await waitFor(() => expect(stage.uploads.length).toBeGreaterThan(at));
  return stage.uploads[at] as Upload;
};
