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
      // By itself one core is left free, which is half of a small machine.
      maxWorkers: '100%',
      // A whole screen in jsdom takes its time on a busy machine.
      testTimeout: 20_000,
    },
  }),
);
