import { mergeConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import base from './vite.config.ts';

// Days are tested where most readers are, away from UTC.
process.env.TZ = 'Asia/Kolkata';

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
      // A context for each file instead of a process: jsdom is loaded once per worker, which is most of the work.
      pool: 'vmThreads',
    },
  }),
);
