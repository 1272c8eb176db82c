import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ScanPill } from './scan-pill';

afterEach(cleanup);

test('each result of the scan has its words', () => {
  for (const [scan, words] of [
    ['clean', 'No malware'],
    ['infected', 'Malware'],
    ['notScanned', 'Not scanned'],
  ] as const) {
    render(<ScanPill scan={scan} />, { wrapper: MantineProvider });
    expect(screen.getByText(words, { exact: true })).toBeTruthy();
  }
});
