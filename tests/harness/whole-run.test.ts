/** @file A whole run of the tests: what it runs, and how it ends when something in it fails or breaks off. */

import { describe, expect, it, vi } from 'vitest';
import { budget, TOLERANCE } from './budget.ts';
import { wholeRun } from './whole-run.ts';

/** A stage that notes results as the halves of the tests do, then ends. */
function stage(name: string, end: string, ...results: [passed: number, failed: number, seconds?: number][]) {
  const lines = results.map(([passed, failed, seconds = 0]) =>
    JSON.stringify({
      file: `${name}.test.ts`,
      passed,
      failures: Array.from({ length: failed }, (_, index) => `title ${index}`),
      seconds,
    }),
  );
  const note = `for (const line of ${JSON.stringify(lines)}) fs.appendFileSync(process.env.TEST_RESULTS, line + '\\n')`;
  return { name, command: `node -e ${JSON.stringify(`${note}; ${end}`).replaceAll('$', '\\$')}` };
}

const good = 'process.exit(0)';
const bad = 'process.exit(1)';
const crash = 'process.kill(process.pid, String.fromCharCode(83, 73, 71, 75, 73, 76, 76))';

async function ran(...[together, afterwards]: Parameters<typeof wholeRun>) {
  using log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const isWell = await wholeRun(together, afterwards);
  const lines = log.mock.calls.flat().join('\n').split('\n');
  return { isWell, lines, last: lines.at(-1) };
}

describe('A run', () => {
  it('is well when everything is, and counts all tests', async () => {
    const stages = [stage('tests', good, [3, 0], [2, 0]), stage('stories', good, [4, 0])];
    expect(await ran([stage('lint', good)], stages)).toMatchObject({ isWell: true, last: '9 passed, 0 failed' });
  });

  it('runs the second half when the first failed, and counts the failures of both', async () => {
    const stages = [stage('tests', bad, [3, 2]), stage('stories', bad, [4, 1])];
    expect(await ran([], stages)).toMatchObject({ isWell: false, last: '7 passed, 3 failed' });
  });

  it('counts what a half found out before it crashed, and the crash', async () => {
    const stages = [stage('tests', crash, [3, 0]), stage('stories', good, [4, 0])];
    expect(await ran([], stages)).toMatchObject({ isWell: false, last: '7 passed, 1 failed' });
  });

  it('fails when a half ends before its first result', async () => {
    expect(await ran([], [stage('tests', bad)])).toMatchObject({ isWell: false, last: '0 passed, 1 failed' });
  });

  it('fails when a test failed, even if its half ends well', async () => {
    expect(await ran([], [stage('tests', good, [3, 1])])).toMatchObject({ isWell: false, last: '3 passed, 1 failed' });
  });

  it('runs the tests when the linter finds a fault, and fails', async () => {
    const stages = [stage('tests', good, [3, 0])];
    expect(await ran([stage('lint', bad)], stages)).toMatchObject({ isWell: false, last: '3 passed, 1 failed' });
  });

  it('fails when a file computes far longer than it may', async () => {
    const { isWell, lines, last } = await ran([], [stage('tests', good, [3, 0, budget.file * TOLERANCE * 1000])]);
    expect({ isWell, last }).toEqual({ isWell: false, last: '3 passed, 1 failed' });
    expect(lines.at(-3)).toMatch(/^tests\.test\.ts computes for [\d.]+ s: more than /);
  });

  it('says how long each stage took, and which failed', async () => {
    const { lines } = await ran([stage('lint', good)], [stage('tests', bad)]);
    expect(lines.join('\n')).toMatch(/Stages\n +[\d.]+ s {2}lint\n +[\d.]+ s {2}tests failed\n/);
  });

  it('names what failed just before its last line, since that is all that may be left of its text', async () => {
    const { lines } = await ran([], [stage('tests', bad, [3, 1]), stage('stories', crash)]);
    expect(lines.slice(-6)).toEqual([
      'Failed',
      'tests.test.ts: title 0',
      '',
      'stories failed without naming a test',
      '',
      '3 passed, 2 failed',
    ]);
  });

  it('names the ten files that compute longest', async () => {
    const stages = Array.from({ length: 11 }, (_, index) => stage(`file-${index}`, good, [1, 0, index]));
    const { lines } = await ran(stages, []);
    const named = lines.flatMap((line) => line.match(/file-\d+\.test\.ts$/)?.[0] ?? []);
    expect(named).toEqual(Array.from({ length: 10 }, (_, index) => `file-${10 - index}.test.ts`));
  });
});
