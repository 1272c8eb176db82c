import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, save, update } from '@/lib/api';
import { popup } from '@/lib/feedback';
import { type Auth, session } from '@/lib/session';
import { startWording } from '@/lib/wording';
import { branch } from '@/test/definitions';
import type { MasterRecord } from '../model/definition';
import { RecordForm } from './record-form';

vi.mock('@tanstack/react-router', () => ({ useBlocker: () => {} }));
vi.mock('@/lib/api', async (original) => ({
  ...(await original<typeof import('@/lib/api')>()),
  save: vi.fn(),
  update: vi.fn(),
  list: vi.fn(async () => ({ content: [], page: 0, size: 0, totalElements: 0 })),
  options: vi.fn(async () => []),
}));

vi.setConfig({ testTimeout: 20_000 });

const auth = { entityCode: 'NGB', tenantCode: 'RETAIL', userId: 'ADMIN', countryCode: 'IN', screens: [] };
const found: MasterRecord = {
  branchCode: 'BR101',
  branchName: 'Anna Salai',
  tenantCode: 'RETAIL',
  apiKeySet: true,
  vault: false,
  status: 'Active',
  versionNumber: 6,
};

function show(record?: MasterRecord) {
  const onDone = vi.fn();
  const reload = vi.fn(async () => ({ ...found, city: 'Chennai', versionNumber: 7 }));
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <RecordForm
          definition={branch}
          formName="SD-ADM-001"
          name={record ? 'BR101*RETAIL' : 'new'}
          mode={record ? 'edit' : 'create'}
          record={record}
          readOnly={false}
          reload={reload}
          onDone={onDone}
          onCancel={() => {}}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { onDone, reload };
}

const input = (name: string) => document.querySelector(`input[data-field="${name}"]`) as HTMLInputElement;
const type = (name: string, value: string) => fireEvent.change(input(name), { target: { value } });
const send = () => fireEvent.submit(document.querySelector('form') as HTMLFormElement);

describe('the form of a record', () => {
  beforeEach(async () => {
    session.setAuth(auth as unknown as Auth);
    await startWording();
  });
  afterEach(() => {
    cleanup();
    vi.clearAllMocks();
  });

  it('says what is missing in the words of the spec, and sends nothing', async () => {
    show();
    send();
    expect(await screen.findByText('Please Enter Branch Name')).toBeTruthy();
    expect(screen.getByText('Please Select Tenant Code')).toBeTruthy();
    expect(save).not.toHaveBeenCalled();
    await waitFor(() => expect(document.activeElement).toBe(input('branchCode')));
  });

  it('locks the key of a stored record and keeps a secret that is left empty', async () => {
    const { onDone } = show(found);
    vi.mocked(update).mockResolvedValue(found);
    expect(input('branchCode').readOnly).toBe(true);
    type('branchName', 'Mount Road');
    send();
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    const body = vi.mocked(update).mock.calls[0]?.[1] ?? {};
    expect(body).toMatchObject({ branchCode: 'BR101', branchName: 'Mount Road', versionNumber: 6 });
    expect('apiKey' in body).toBe(false);
  });

  it("puts the server's complaint under its field", async () => {
    show(found);
    const code = { code: 'exists', message: 'This Email Address Already Exists', field: 'emailAddress' };
    vi.mocked(update).mockRejectedValue(new ApiError(409, code.message, [code]));
    send();
    expect(await screen.findByText(code.message)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(input('emailAddress')));
  });

  it('lets what was typed live on when somebody else changed the record', async () => {
    show(found);
    const code = { code: 'stale', message: 'This Record Was Changed By Someone Else', field: null };
    vi.mocked(update).mockRejectedValueOnce(new ApiError(409, code.message, [code]));
    type('branchName', 'Mount Road');
    send();
    fireEvent.click(await screen.findByText('Keep my changes'));
    await waitFor(() => expect(input('city').value).toBe('Chennai'));
    expect(input('branchName').value).toBe('Mount Road');
    vi.mocked(update).mockResolvedValue(found);
    send();
    await waitFor(() => expect(update).toHaveBeenCalledTimes(2));
    expect(vi.mocked(update).mock.calls[1]?.[1]).toMatchObject({ branchName: 'Mount Road', versionNumber: 7 });
  });

  it('keeps its input when the record was deleted in the meantime, and says so', async () => {
    const { onDone } = show(found);
    vi.mocked(update).mockRejectedValueOnce(new ApiError(404, 'No Records Found'));
    type('branchName', 'Mount Road');
    send();
    await waitFor(() => expect(popup.get()).toMatchObject({ message: 'No Records Found' }));
    expect(input('branchName').value).toBe('Mount Road');
    expect(onDone).not.toHaveBeenCalled();
  });

  it('brings back what was typed before the session ended, upon the version it was typed', async () => {
    show(found);
    type('branchName', 'Mount Road');
    cleanup();
    show({ ...found, versionNumber: 9 });
    await waitFor(() => expect(input('branchName').value).toBe('Mount Road'));
    expect(screen.getByText('We restored what you typed earlier.')).toBeTruthy();
    vi.mocked(update).mockResolvedValue(found);
    send();
    await waitFor(() => expect(update).toHaveBeenCalled());
    expect(vi.mocked(update).mock.calls[0]?.[1]).toMatchObject({ versionNumber: 6 });
  });
});
