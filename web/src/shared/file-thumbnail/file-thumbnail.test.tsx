import { MantineProvider } from '@mantine/core';
import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StoredFile } from '@/lib/requests';
import { session } from '@/lib/session';
import { anAuth, aToken } from '@/test/auth';
import { fakeRoutes } from '@/test/routes';
import { knownBases } from '@/test/server';
import { FileThumbnail } from '.';

const aFile = (patch: Partial<StoredFile> = {}) =>
  ({
    fileId: 'F1',
    contentType: 'image/png',
    scan: 'clean',
    isOriginalOnly: false,
    purgedOn: null,
    ...patch,
  }) as StoredFile;

beforeEach(() => {
  knownBases();
  session.setAuth(anAuth());
  session.setToken(aToken(Date.now() + 900_000));
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL: () => {} }));
});
afterEach(cleanup);

const show = (file: StoredFile) =>
  render(
    <MantineProvider>
      <FileThumbnail txnRefNo="N1" documentNo={2} file={file} />
    </MantineProvider>,
  );

test('the small picture of a file is fetched and shown', async () => {
  const sent = fakeRoutes({ 'document/preview': () => ({ bytes: new ArrayBuffer(4) }) });
  const { container } = show(aFile());
  await waitFor(() => expect(container.querySelector('img')?.getAttribute('src')).toBe('blob:one'));
  expect(sent[0]?.url).toContain('size=small');
});

test('what may not be shown is not asked for, and what fails keeps its icon', async () => {
  const sent = fakeRoutes({ 'document/preview': () => ({ status: 409, error: 'not read' }) });
  show(aFile({ scan: 'infected' }));
  show(aFile({ isOriginalOnly: true }));
  const { container } = show(aFile());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(container.querySelector('img')).toBeNull();
  expect(container.querySelector('svg')).toBeTruthy();
});
