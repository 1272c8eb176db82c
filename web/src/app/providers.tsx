import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { FeedbackHost } from '@/components/feedback';
import { cssVariablesResolver, theme } from '@/lib/theme';
import { ErrorBoundary } from './error-boundary';
import { nonce } from './nonce';

export function Providers({ children, onExpired }: { children: ReactNode; onExpired: () => void }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme="light"
      getStyleNonce={nonce}
    >
      <ErrorBoundary>{children}</ErrorBoundary>
      <FeedbackHost onExpired={onExpired} />
    </MantineProvider>
  );
}
