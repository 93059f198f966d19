/**
 * @file `npm run bench:growth`: what commands cost as a data folder grows, in seconds of processor time, with their peak of memory:
 * each as a curve over numbers of submissions, of five batches each.
 *
 *     npm run bench:growth -- --submissions 3000,10000,30000,100000
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { printTable } from '../harness/printed-results.ts';
import { writeHistory } from './window-folder.ts';
import { serve } from './window-serve.ts';

const BATCHES = 5;
const program = fileURLToPath(new URL('../../src-main/shells/cli/launch.cjs', import.meta.url));
const { values: given } = parseArgs({
  options: { submissions: { type: 'string', default: '3000,10000,30000,100000' } },
});
const sizes = given.submissions.split(',').map(Number);

interface Cost {
  /** Of the processor, all threads. */
  seconds: number;
  /** The most memory that it held at once; undefined where it cannot be measured. */
  peakBytes?: number | undefined;
}

/** GNU time knows both of a program that has ended. */
function costOf(home: string, ...parameters: string[]): Cost {
  const { stderr, error } = spawnSync('/usr/bin/time', ['-f', '%U %S %M', process.execPath, program, ...parameters], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C', TRANSHIP_HOME: home },
    maxBuffer: 1e9,
  });
  if (error !== undefined) throw error;
  const [user = Number.NaN, system = Number.NaN, kilobytes = Number.NaN] =
    stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
  if (Number.isNaN(user + system + kilobytes)) throw new Error(`${parameters.join(' ')}: ${stderr}`);
  return { seconds: user + system, peakBytes: kilobytes * 1024 };
}

async function costOfStart(home: string): Promise<Cost> {
  const served = await serve(home, 'none');
  const cost = { seconds: (served.processorMs() ?? Number.NaN) / 1000, peakBytes: served.memory()?.peak };
  await served.stop();
  return cost;
}

const told = ({ seconds, peakBytes }: Cost): string =>
  `${seconds.toFixed(2)} s${peakBytes === undefined ? '' : `, ${Math.round(peakBytes / 1e6)} MB`}`;

async function measure(folder: string, submissions: number): Promise<Record<string, string>> {
  const home = mkdtempSync(join(folder, 'home-'));
  writeHistory(home, { connection: 'Bank', destination: 'nowhere' }, submissions, BATCHES);
  const path = join(home, 'queue.db');
  // What an earlier version has left to be done at the first start is not of this command.
  costOf(home, 'queue', 'list', '1');
  const database = new DatabaseSync(path, { readOnly: true });
  const entries = Number(database.prepare('SELECT count(*) AS count FROM events').get()?.['count']);
  database.close();
  const rows = {
    'queue list (all of it)': told(costOf(home, 'queue', 'list')),
    'queue list 1': told(costOf(home, 'queue', 'list', '1')),
    'queue open': told(costOf(home, 'queue', 'open')),
    'history, the latest 100': told(costOf(home, 'history')),
    'history of a name': told(costOf(home, 'history', '--file', `_${submissions >> 1}.jsonl`)),
    'statement of all': told(costOf(home, 'statement', '--to', '2099-12-31')),
    'audit verify': told(costOf(home, 'audit', 'verify')),
    'retention show': told(costOf(home, 'retention', 'show')),
    'start of the window': told(await costOfStart(home)),
    'entries of the history': entries.toLocaleString('en'),
    'bytes on the disk for each': String(Math.round(statSync(path).size / entries)),
  };
  rmSync(home, { recursive: true });
  return rows;
}

const folder = mkdtempSync(join(tmpdir(), 'tranship-growth-'));
try {
  console.log(`${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`);
  const measured: Record<string, string>[] = [];
  for (const submissions of sizes) measured.push(await measure(folder, submissions));
  const names = Object.keys(measured[0] ?? {});
  printTable(
    ['', ...sizes.map((size) => `${size.toLocaleString('en')} submissions`)],
    names.map((name) => [name, ...measured.map((one) => one[name] ?? '')]),
  );
} finally {
  rmSync(folder, { recursive: true });
}
