import { defineConfig } from '@playwright/test';
import { launchOptions } from './lib/browser.js';

/** A file gets a product of its own, so that files cannot interfere; a test that passes only at its retry fails the run. */
export default defineConfig({
  testDir: 'journeys',
  outputDir: 'results',
  globalSetup: './lib/demo-data.js',
  workers: 2,
  retries: 1,
  failOnFlakyTests: true,
  timeout: 600_000,
  reporter: 'list',
  // A trace of each journey would cost about a second of CPU per journey.
  use: { launchOptions, screenshot: 'only-on-failure', trace: 'on-first-retry' },
});
