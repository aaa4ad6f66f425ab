import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/browser/**', 'tests/faults/**', 'tests/hostile/**'],
    globalSetup: ['tests/compiled-site.ts'],
    testTimeout: 20_000,
  },
});
