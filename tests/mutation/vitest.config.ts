import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The tests of the pure core: fast enough to be run once for each change that Stryker makes to it. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: [
      'tests/data/*.test.ts',
      'tests/data/search/{folding,sounds}.test.ts',
      'tests/site/{paths,parameters,archive-pages}.test.ts',
      'tests/site/publisher/affected.test.ts',
      'tests/site/serving/{target,conditions,encoding}.test.ts',
      'tests/site/feeds/xml.test.ts',
      'tests/api/http/{client-address,pagination,preferences,entity-tags}.test.ts',
      'tests/api/png-texts.test.ts',
    ],
    exclude: ['tests/data/{check-database,folder-claim}.test.ts'],
    testTimeout: 20_000,
  },
});
