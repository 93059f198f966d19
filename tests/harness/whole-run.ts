/**
 * @file A whole run of the tests: every stage is run, whatever became of those before it, and the end says where the time
 * went, what failed, what took longer than it may, and in its last line how many tests passed and failed.
 */

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { slowness } from '../fastest.ts';
import { excesses, shown, TOLERANCE, timesOf } from './budget.ts';
import { type Result, readResults } from './results.ts';

export interface Stage {
  name: string;
  /** For a shell. What it tests, it notes in the file that TEST_RESULTS names. */
  command: string;
}

interface EndedStage extends Stage {
  succeeded: boolean;
  seconds: number;
  results: Result[];
}

/** How often it is measured how slow the machine is. */
const SAMPLE_MS = 10_000;
const shownFiles = 10;

/**
 * Prints what the stages print, then the account of it.
 * @param together stages that need nothing of each other
 * @param afterwards stages that each keep the whole machine busy
 * @returns whether all is well
 */
export async function wholeRun(together: readonly Stage[], afterwards: readonly Stage[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'tranship-results-'));
  const samples = [slowness()];
  const sampling = setInterval(() => samples.push(slowness()), SAMPLE_MS);
  try {
    const ended = await Promise.all(together.map((stage) => run(stage, folder)));
    for (const stage of afterwards) ended.push(await run(stage, folder));
    return account(ended, samples.sort((a, b) => a - b)[samples.length >> 1] ?? 1);
  } finally {
    clearInterval(sampling);
    rmSync(folder, { recursive: true });
  }
}

async function run(stage: Stage, folder: string): Promise<EndedStage> {
  const results = join(folder, stage.name);
  const begun = performance.now();
  const { promise: exit, resolve } = Promise.withResolvers<number | null>();
  spawn(stage.command, { shell: true, stdio: 'inherit', env: { ...process.env, TEST_RESULTS: results } }).on(
    'exit',
    resolve,
  );
  const succeeded = (await exit) === 0;
  const seconds = (performance.now() - begun) / 1000;
  return { ...stage, succeeded, seconds, results: existsSync(results) ? readResults(results) : [] };
}

function account(stages: readonly EndedStage[], slow: number): boolean {
  const results = stages.flatMap((stage) => stage.results);
  const passed = results.reduce((total, result) => total + result.passed, 0);
  const times = timesOf(results, slow);
  const tooLong = excesses(times);
  // A stage that failed without saying in which test has failed all the same.
  const failures = stages.flatMap(({ name, succeeded, results: its }) => {
    const named = its.flatMap(({ file, failures }) => failures.map((failure) => `${file}: ${failure}`));
    return named.length > 0 || succeeded ? named : [`${name} failed without naming a test`];
  });
  failures.push(...excesses(times, TOLERANCE));

  console.log('\nStages');
  for (const { name, seconds, succeeded } of stages)
    console.log(`${shown(seconds).padStart(9)}  ${name}${succeeded ? '' : ' failed'}`);
  console.log(
    `\nThe files that computed longest${slow > 1 ? `, as a machine ${slow.toFixed(1)} times as fast would` : ''}`,
  );
  for (const { seconds, file } of times.slice(0, shownFiles)) console.log(`${shown(seconds).padStart(9)}  ${file}`);
  if (tooLong.length > 0) console.log(`\n${tooLong.join('\n')}`);
  if (failures.length > 0) console.log(`\nFailed\n${failures.join('\n\n')}`);
  console.log(`\n${passed} passed, ${failures.length} failed`);
  return failures.length === 0;
}
