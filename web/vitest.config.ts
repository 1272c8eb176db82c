import { mergeConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import base from './vite.config.ts';

export default mergeConfig(
  base,
  defineConfig({
    test: {
      environment: 'jsdom',
      setupFiles: './src/test-setup.ts',
      css: false,
      // A whole screen in jsdom takes its time on a busy machine.
      testTimeout: 20_000,
    },
  }),
);
