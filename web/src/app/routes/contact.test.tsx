import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type Auth, session } from '@/lib/session';
import { completeWording, startWording, t } from '@/lib/wording';
import { anAuth, aScreen } from '@/test/auth';
import { fakeRoutes } from '@/test/routes';
import { knownBases } from '@/test/server';
import ContactRoute from './contact';

async function open(patch: Partial<Auth>) {
  session.setAuth(anAuth(patch));
  knownBases();
  fakeRoutes({
    'admin/master': () => ({ data: { content: [{ supportMailIdGroup: 'record@northgate.example' }] } }),
    branchmaster: () => ({ data: { content: [] } }),
    tenancymaintenance: () => ({ data: { content: [] } }),
  });
  await startWording();
  await completeWording();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <ContactRoute />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

test('everybody finds the support address of the session', async () => {
  await open({ supportMail: 'help@northgate.example' });
  const link = await screen.findByRole('link', { name: 'help@northgate.example' });
  expect(link.getAttribute('href')).toBe('mailto:help@northgate.example');
});

test('without one the entity’s record says it, to those who may read it', async () => {
  await open({ screens: [aScreen({ screenCode: 'SD-ADM-011', path: '/admin/entity-master' })] });
  expect(await screen.findByRole('link', { name: 'record@northgate.example' })).toBeTruthy();
});

test('and who may not is told where to ask', async () => {
  await open({ screens: [] });
  expect(await screen.findByText(t('ui.shell.noSupport'))).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});
