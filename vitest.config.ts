import { defineConfig } from 'vitest/config';

/** A file to which the results go as JSON, besides being shown; set by .ci/run. */
const resultsFile = process.env.VITEST_RESULTS;

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/build-product.ts'],
    testTimeout: 30_000,
    // Most of the time of the tests with real processes is waiting; one file at a time would waste it.
    maxWorkers: '100%',
    reporters: resultsFile === undefined ? ['default'] : ['default', ['json', { outputFile: resultsFile }]],
  },
});
