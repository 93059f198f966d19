import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { HANG_MS, WAIT_MS } from './tests/patience.ts';

/** A file to which the results go as JSON, besides being shown; set by .ci/run. */
const resultsFile = process.env.VITEST_RESULTS;

/** Where the product runs as a process of its own, or programs of others do: minutes, most of them spent waiting. */
const withProcesses = ['cli', 'diagnosis', 'faults', 'network', 'third-party'].map(
  (room) => `tests/${room}/**/*.test.ts`,
);

/** A file that takes seconds by itself says so in its name, so that `npm run test:quick` can leave it out. */
const long = 'tests/**/*.long.test.ts';

/** What differs from system to system. */
const differing = ['tests/*.test.ts', 'tests/{credentials,logs,settings,shells}/**/*.test.ts'];

/** The witnesses of the fault matrix mostly wait, for minutes: begun last, as their small file would be, all would wait for them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => moduleId.endsWith('faults/witnesses.long.test.ts');
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'units', include: ['tests/**/*.test.{ts,tsx}'], exclude: [...withProcesses, long] },
      },
      {
        extends: true,
        test: {
          name: 'as-on-windows',
          include: differing,
          exclude: [long],
          setupFiles: ['tests/windows/as-on-windows.ts'],
          server: { deps: { inline: true } },
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: [...withProcesses, long],
          globalSetup: ['tests/packaging/packed-app.ts'],
        },
      },
    ],
    globalSetup: ['tests/build-product.ts'],
    testTimeout: HANG_MS,
    hookTimeout: HANG_MS,
    expect: { poll: { timeout: WAIT_MS } },
    sequence: { sequencer: LongestFirst },
    // Threads are started from TypeScript, which Node strips with WebAssembly. V8 13 ends the process now and then when
    // several threads renew the wrappers of its imports (nodejs/node#64500); so they never do. The product has no such imports.
    execArgv: ['--wasm-wrapper-tiering-budget=2000000000'],
    // Most of the time of the tests with real processes is waiting; one file at a time would waste it.
    maxWorkers: '100%',
    reporters: resultsFile === undefined ? ['default'] : ['default', ['json', { outputFile: resultsFile }]],
  },
});
