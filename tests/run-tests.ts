/**
 * @file What `npm test` runs: what lands a change. With “quick”, what is worth running while one works: the tests that start
 * no processes. With “whole”, everything.
 */

import { type Stage, wholeRun } from './harness/whole-run.ts';

const lint: Stage = { name: 'lint', command: 'npm run -s lint' };
const types: Stage = { name: 'types', command: 'npm run -s typecheck' };
const build: Stage = { name: 'build', command: 'node tests/build-product.ts' };
const units: Stage = { name: 'units', command: 'vitest run --project units --project replacing' };
const tests: Stage = { name: 'tests', command: 'vitest run' };
const stories: Stage = { name: 'stories', command: 'playwright test' };

const [circle] = process.argv.slice(2);
if (circle === undefined) process.env['TRANSHIP_TESTS'] = 'landing';
process.exitCode = (await wholeRun([lint, types, build], circle === 'quick' ? [units] : [tests, stories])) ? 0 : 1;
