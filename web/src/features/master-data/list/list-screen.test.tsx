import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, list, remove } from '@/lib/api';
import { question } from '@/lib/feedback';
import { type Action, type Auth, type ScreenInfo, session } from '@/lib/session';
import { unsaved } from '@/lib/unsaved';
import { startWording } from '@/lib/wording';
import { branch } from '@/test/definitions';
import type { Definition } from '../model/definition';
import { ListScreen } from './list-screen';

const url = vi.hoisted(() => ({ state: {} as Record<string, string>, change: vi.fn() }));
vi.mock('@/lib/url-state', () => ({ useUrlState: () => [url.state, url.change], stringifySearch: () => '?' }));
vi.mock('@tanstack/react-router', () => ({ useBlocker: () => {}, useNavigate: () => () => {} }));
vi.mock('@/lib/api', async (original) => ({
  ...(await original<typeof import('@/lib/api')>()),
  list: vi.fn(),
  options: vi.fn(async () => []),
  remove: vi.fn(async () => {}),
}));

// Rendering a whole screen in jsdom is slow on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

const all: Action[] = ['access', 'view', 'edit', 'delete', 'copy', 'close'];
const records = ['BR101', 'BR102'].map((branchCode) => ({
  branchCode,
  branchName: `Branch ${branchCode}`,
  tenantCode: 'RETAIL',
  vault: true,
  status: 'Active',
}));

function show(actions: Action[] = all, definition: Definition = branch) {
  const info = { screenCode: 'SD-ADM-001', resource: definition.resource, actions } as ScreenInfo;
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ListScreen screen={info} definition={definition} title="Branch Master" formName="SD-ADM-001" />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const answer = (content: object[], totalElements = content.length) =>
  vi
    .mocked(list)
    .mockImplementation(async (place) =>
      ['branchmaster', 'usermaster'].includes(place.resource)
        ? { content: content as never[], page: 0, size: 15, totalElements }
        : { content: [], page: 0, size: 0, totalElements: 0 },
    );

describe('the list of a master', () => {
  beforeEach(async () => {
    const auth = { entityCode: 'NGB', tenantCode: 'RETAIL', userId: 'ADMIN', countryCode: 'IN', screens: [] };
    session.setAuth(auth as unknown as Auth);
    await startWording();
    url.state = {};
    answer(records, 64);
  });
  afterEach(() => {
    cleanup();
    vi.clearAllMocks();
  });

  it('shows what the url asks for', async () => {
    url.state = { page: '2', sort: '-city', q: 'che', 'f.status': 'Active' };
    show();
    expect(await screen.findByText('BR101')).toBeTruthy();
    expect(screen.getByText('16–30 of 64')).toBeTruthy();
    const asked = vi.mocked(list).mock.calls.find(([place]) => place.resource === 'branchmaster');
    expect(asked?.[1]).toEqual({ page: 1, size: 15, sort: '-city', q: 'che', status: 'Active' });
  });

  it('asks whether a form that was left open is continued', async () => {
    unsaved.set('SD-ADM-001', 'new', { branchName: 'Half' });
    show();
    await waitFor(() => expect(question.get()).toMatchObject({ kind: 'continueForm', name: 'Branch' }));
    question.get()?.answer(false);
    await Promise.resolve();
    expect(url.change).not.toHaveBeenCalled();
    expect(unsaved.get('SD-ADM-001', 'new')).toBeDefined();
    cleanup();
    show();
    await waitFor(() => expect(question.get()?.kind).toBe('continueForm'));
    question.get()?.answer(true);
    await waitFor(() => expect(url.change).toHaveBeenCalled());
    unsaved.set('SD-ADM-001', 'new', undefined);
  });

  it('hides from those who may only look what they may not do', async () => {
    show(['access', 'view']);
    await screen.findByText('BR101');
    expect(screen.queryByText('New Branch')).toBeNull();
    expect(screen.queryByText('Import')).toBeNull();
    expect(screen.queryAllByRole('checkbox')).toHaveLength(0);
  });

  it('offers no file to those whose role lacks the action', async () => {
    show(all, { ...branch, exports: false, imports: false });
    await screen.findByText('BR101');
    expect(screen.queryByText('Export')).toBeNull();
    expect(screen.queryByText('Import')).toBeNull();
    cleanup();
    show(all, { ...branch, exports: true, imports: true });
    await screen.findByText('BR101');
    expect(screen.getByText('Export')).toBeTruthy();
    expect(screen.getByText('Import')).toBeTruthy();
  });

  it('leads from a user, and from nothing else, to the access check', async () => {
    show();
    fireEvent.click(await screen.findByLabelText('Actions for BR101'));
    expect(await screen.findByText('Edit')).toBeTruthy();
    expect(screen.queryByText('Check access')).toBeNull();
    cleanup();
    show(all, { ...branch, resource: 'usermaster', key: ['branchCode'] });
    fireEvent.click(await screen.findByLabelText('Actions for BR101'));
    fireEvent.click(await screen.findByText('Check access'));
    expect(url.change).toHaveBeenCalledWith({ check: 'BR101' }, { replace: false });
  });

  it('asks once before it deletes all that is selected', async () => {
    show();
    await screen.findByText('BR101');
    for (const code of ['BR101', 'BR102']) {
      fireEvent.click(screen.getByLabelText(`Select ${code}`));
    }
    const bar = screen.getByLabelText('2 selected');
    fireEvent.click(within(bar).getByText('Delete'));
    expect(question.get()?.name).toBe('2 records');
    expect(remove).not.toHaveBeenCalled();
    question.get()?.answer(true);
    await waitFor(() => expect(remove).toHaveBeenCalledTimes(1));
    expect(vi.mocked(remove).mock.calls[0]?.[1]).toEqual([
      { branchCode: 'BR101', tenantCode: 'RETAIL' },
      { branchCode: 'BR102', tenantCode: 'RETAIL' },
    ]);
  });

  it('tells an empty master from a search without a result', async () => {
    answer([]);
    show();
    expect(await screen.findByText('No Branches yet')).toBeTruthy();
    cleanup();
    url.state = { q: 'zzz' };
    show();
    expect(await screen.findByText('No Records Found')).toBeTruthy();
  });

  it('says what failed in the place of the rows, and tries again when asked', async () => {
    vi.mocked(list).mockRejectedValue(new ApiError(500, 'Network Issue!'));
    show();
    expect(await screen.findByText('Network Issue!')).toBeTruthy();
    answer(records);
    fireEvent.click(screen.getByText('Retry'));
    expect(await screen.findByText('BR102')).toBeTruthy();
  });
});
