/**
 * @file `npm run bench:start`: what a call of the command line costs before it does its work, and for each of many small files, in
 * seconds of processor time (user and system, of all threads) and of the clock: medians of nine. Another checkout is measured in turns with this one:
 *
 *     npm run bench:start -- --against ../other
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeSampleExport } from '../../src-main/practice/sample-export.ts';
import { median, printTable } from '../harness/printed-results.ts';

const ROUNDS = 9;
const SMALL_BYTES = 50_000;

const { values } = parseArgs({ options: { against: { type: 'string' } } });
/** As it is called by people: with its compiled code kept from the second call on. */
const launcherOf = (checkout: string) => join(checkout, 'src-main/shells/cli/launch.cjs');
const programs: Record<string, string> = {
  'this build': launcherOf(fileURLToPath(new URL('../..', import.meta.url))),
  ...(values.against !== undefined && { [values.against]: launcherOf(resolve(values.against)) }),
};

interface Cost {
  processor: number;
  clock: number;
}

/** Bash knows the processor time of what it has run, threads included; Node does not tell it of its children. */
function costOf(parameters: readonly string[], home: string): Cost {
  const script = 'TIMEFORMAT="%U %S %R"; time "$@" >/dev/null 2>&1';
  const { stderr } = spawnSync('bash', ['-c', script, 'bash', process.execPath, ...parameters], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C', TRANSHIP_HOME: home },
  });
  const [user = Number.NaN, system = Number.NaN, clock = Number.NaN] = stderr.trim().split(' ').map(Number);
  if (Number.isNaN(user + system + clock)) throw new Error(`bash did not tell the time: ${stderr}`);
  return { processor: user + system, clock };
}

/** Cuts a file of lines into small files; their paths. */
function cut(path: string, into: string): string[] {
  mkdirSync(into);
  const content = readFileSync(path);
  const paths: string[] = [];
  for (let start = 0; start < content.length; ) {
    const end = content.indexOf('\n', Math.min(start + SMALL_BYTES, content.length - 1)) + 1;
    const small = join(into, `${String(paths.length).padStart(5, '0')}.jsonl`);
    writeFileSync(small, content.subarray(start, end));
    paths.push(small);
    start = end;
  }
  return paths;
}

const folder = mkdtempSync(join(tmpdir(), 'tranship-start-'));
try {
  const sizes = { 'one line': 600, '1 MB': 1e6, '3 MB': 3e6, '20 MB': 20e6 };
  const calls: Record<string, string[]> = { '--help': ['--help'], 'queue list': ['queue', 'list'] };
  for (const [name, bytes] of Object.entries(sizes)) {
    const path = join(folder, `${bytes}.jsonl`);
    await writeSampleExport(path, bytes);
    calls[`check, ${name}`] = ['check', path];
    if (name === 'one line') calls[`check --json, ${name}`] = ['check', '--json', path];
  }
  const whole = join(folder, 'whole.jsonl');
  await writeSampleExport(whole, 120e6);
  calls['check, 120 MB in one file'] = ['check', whole];
  calls['check, the same in small files'] = ['check', ...cut(whole, join(folder, 'small'))];
  const head = ['', 'program', 'processor, s', 'clock, s'];
  const rows: string[][] = [];
  const row = (call: string, name: string, costs: readonly Cost[]) =>
    rows.push([
      call,
      name,
      ...(['processor', 'clock'] as const).map((what) => median(costs.map((cost) => cost[what])).toFixed(3)),
    ]);
  row(
    'Node alone',
    '',
    Array.from({ length: ROUNDS }, () => costOf(['-e', '0'], folder)),
  );
  for (const [call, parameters] of Object.entries(calls)) {
    const costs = new Map<string, Cost[]>(Object.keys(programs).map((name) => [name, []]));
    // In turns, so that a slower machine affects all of them.
    for (let round = 0; round < ROUNDS; round++)
      // Each has a data folder of its own: one of a newer version is refused.
      for (const [name, program] of Object.entries(programs))
        costs.get(name)?.push(costOf([program, ...parameters], join(folder, `home ${name.replaceAll('/', ' ')}`)));
    for (const [name, all] of costs) row(call, name, all);
  }
  printTable(head, rows);
} finally {
  rmSync(folder, { recursive: true });
}
