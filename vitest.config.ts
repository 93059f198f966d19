import './tests/required-node.ts';
import fs from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isLanding, landingTests } from './tests/harness/landing.ts';
import { HANG_MS, WAIT_MS } from './tests/patience.ts';
import { writeToQuickestFolder } from './tests/quickest-folder.ts';
import { concerningFiles, replacingThemselves } from './tests/windows/concerning-files.ts';

/** Where the product runs as a process of its own, or programs of others do: minutes, most of them spent waiting. */
const withProcesses = ['cli', 'faults', 'on-windows', 'third-party', 'wire/diagnosis', 'wire/network'].map(
  (room) => `tests/${room}/**/*.test.ts`,
);

/** A file that takes seconds by itself says so in its name, so that `npm run test:quick` can leave it out. */
const long = 'tests/**/*.long.test.ts';

/** Files that replace modules. The files before them have loaded these modules, so each needs a process of its own. */
const replacing = fs
  .globSync('tests/**/*.test.{ts,tsx}')
  .filter((path) => /\bvi\.mock\(/.test(fs.readFileSync(path, 'utf8')));

/** A long file that begins last lets all others wait for it. What took long the last time comes first among its like. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => moduleId.endsWith('.long.test.ts');
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

writeToQuickestFolder();

export default defineConfig({
  // Threads are started as they ship.
  resolve: { alias: [{ find: /^.*\/thread-file\.ts$/, replacement: resolve('tests/harness/built-thread-file.ts') }] },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...withProcesses, ...replacing, long],
        },
      },
      {
        extends: true,
        test: { name: 'replacing', include: replacing, isolate: true },
      },
      {
        extends: true,
        test: {
          name: 'as-on-windows',
          include: concerningFiles,
          exclude: [long, ...replacingThemselves],
          isolate: true,
          setupFiles: ['tests/windows/as-on-windows.ts'],
          server: { deps: { inline: true } },
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: isLanding ? landingTests : [...withProcesses, long],
          globalSetup: ['tests/packaging/packed-app.ts'],
        },
      },
    ],
    globalSetup: ['tests/build-product.ts'],
    setupFiles: [
      'tests/harness/around-file.ts',
      'tests/languages/facts-as-words.ts',
      'tests/languages/facts-are-no-text.ts',
    ],
    testTimeout: HANG_MS,
    hookTimeout: HANG_MS,
    expect: { poll: { timeout: WAIT_MS } },
    // Most of a file's time went into loading the modules that the file before it had loaded, too.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Most of the time of the tests with real processes is waiting: two cores have room for twice as many files.
    maxWorkers: 5,
    reporters: ['default', 'tests/harness/vitest-results.ts'],
  },
});
