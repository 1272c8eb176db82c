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
      // Vitest leaves one core free by default, which is half of a small machine.
      maxWorkers: '100%',
      // Rendering a whole screen in jsdom is slow on a busy machine.
      testTimeout: 20_000,
    },
  }),
);
