/**
 * @file What `npm test` runs: everything. With “quick”, what is worth running while one works: the tests that start no
 * processes.
 */

import { type Stage, wholeRun } from './harness/whole-run.ts';

const lint: Stage = { name: 'lint', command: 'npm run -s lint' };
const types: Stage = { name: 'types', command: 'npm run -s typecheck' };
const build: Stage = { name: 'build', command: 'node tests/build-product.ts' };
const units: Stage = { name: 'units', command: 'vitest run --project units --project replacing' };
const tests: Stage = { name: 'tests', command: 'vitest run' };
const stories: Stage = { name: 'stories', command: 'playwright test' };

const isWell =
  process.argv[2] === 'quick'
    ? await wholeRun([lint, types, build], [units])
    : await wholeRun([lint, types, build], [tests, stories]);
process.exitCode = isWell ? 0 : 1;
