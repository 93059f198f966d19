/**
 * @file `npm run bench:growth`: what commands cost as a data folder grows, in seconds of processor time, with their peak of memory:
 * each as a curve over numbers of submissions, of five batches each.
 *
 *     npm run bench:growth -- --submissions 3000,10000,30000,100000
 *     npm run bench:growth -- --submissions 10000,100000 --only 'window|queue'
 *
 * 725,000 submissions have 5 million entries of the history: 15 GB of the disk while they are measured, and an hour or two.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { printTable } from '../harness/printed-results.ts';
import { writeHistory } from './window-folder.ts';
import { serve } from './window-serve.ts';

const BATCHES = 5;
/** Of which the data is purged. */
const PURGED = 3000;
const HOUR = 60 * 60 * 1000;
/** What takes longer is no longer of use. */
const LONGEST_MS = 600_000;
const batchRow = z.object({ id: z.string() });
const program = fileURLToPath(new URL('../../src-main/shells/cli/launch.cjs', import.meta.url));
const { values: given } = parseArgs({
  options: {
    submissions: { type: 'string', default: '3000,10000,30000,100000' },
    only: { type: 'string', default: '' },
  },
});
/** Those of which the name has it. */
const wanted = new RegExp(given.only);
const sizes = given.submissions.split(',').map(Number);

interface Cost {
  /** Of the processor, all threads. */
  seconds: number;
  /** The most memory that it held at once; undefined where it cannot be measured. */
  peakBytes?: number | undefined;
}

/** Of a command of Tranship; undefined where it does not end, or ends for want of memory. */
function costOf(home: string, ...parameters: string[]): Cost | undefined {
  return costOfProgram(home, program, ...parameters);
}

/** GNU time knows both of a program that has ended. */
function costOfProgram(home: string, ...parameters: string[]): Cost | undefined {
  const { stderr, error, status } = spawnSync(
    'timeout',
    [`${LONGEST_MS / 1000}`, '/usr/bin/time', '-f', '%U %S %M', process.execPath, ...parameters],
    {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C', TRANSHIP_HOME: home },
      maxBuffer: 4e9,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  if (error !== undefined) throw error;
  // 124: out of time; above that, by a signal.
  if (status === null || status >= 124 || stderr.includes('terminated by signal')) return undefined;
  const [user = Number.NaN, system = Number.NaN, kilobytes = Number.NaN] =
    stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
  if (Number.isNaN(user + system + kilobytes)) throw new Error(`${parameters.join(' ')}: ${stderr}`);
  return { seconds: user + system, peakBytes: kilobytes * 1024 };
}

/** As docs/data-folder.md says, while Tranship may run. Makes `copy.db`. */
function costOfBackup(home: string): Cost | undefined {
  const script = join(home, 'backup.mjs');
  writeFileSync(
    script,
    `import { backup, DatabaseSync } from 'node:sqlite';
     await backup(new DatabaseSync(${JSON.stringify(join(home, 'queue.db'))}, { readOnly: true }), ${JSON.stringify(join(home, 'copy.db'))});`,
  );
  return costOfProgram(home, script);
}

/** As docs/administration.md says: the witness knows of an entry that the backup lacks, so a person asks what was sent since. */
function costOfPuttingBack(home: string): Cost | undefined {
  costOfBackup(home);
  costOf(home, 'queue', 'remove', '1');
  for (const beside of ['-wal', '-shm']) rmSync(join(home, `queue.db${beside}`), { force: true });
  renameSync(join(home, 'copy.db'), join(home, 'queue.db'));
  return costOf(home, 'folder', 'ask');
}

/** Of as many submissions in each folder, and of writing the whole database again. */
function costOfPurge(home: string): Cost | undefined {
  const store = new QueueStore(home);
  const at = Date.now() - HOUR;
  store.together(() => {
    for (const id of store.everySubmission().slice(0, PURGED)) {
      const submission = store.submission(id);
      if (submission !== undefined) store.saveSubmission({ ...submission, removedAt: at }, { at, kind: 'removed' });
    }
  });
  store.close();
  return costOf(home, 'retention', 'purge');
}

async function costOfStart(home: string): Promise<Cost> {
  const served = await serve(home, 'none');
  const cost = { seconds: (served.processorMs() ?? Number.NaN) / 1000, peakBytes: served.memory()?.peak };
  await served.stop();
  return cost;
}

function told(cost: Cost | undefined): string {
  if (cost === undefined) return 'does not end';
  const { seconds, peakBytes } = cost;
  return `${seconds.toFixed(2)} s${peakBytes === undefined ? '' : `, ${Math.round(peakBytes / 1e6)} MB`}`;
}

async function measure(folder: string, submissions: number): Promise<Record<string, string>> {
  const home = mkdtempSync(join(folder, 'home-'));
  writeHistory(home, { connection: 'Bank', destination: 'nowhere' }, submissions, BATCHES);
  const path = join(home, 'queue.db');
  const database = new DatabaseSync(path, { readOnly: true });
  const entries = Number(database.prepare('SELECT count(*) AS count FROM events').get()?.['count']);
  const { id: batchId } = batchRow.parse(
    database
      .prepare("SELECT json_extract(document, '$.delivery.batchId') AS id FROM batches WHERE number = ?")
      .get(submissions),
  );
  database.close();
  const perEntry = statSync(path).size / entries;
  const dayBefore = (days: number) => new Date(Date.now() - days * 24 * HOUR).toISOString().slice(0, 10);
  const command = (...parameters: string[]) => told(costOf(home, ...parameters));
  const works: Readonly<Record<string, () => string | Promise<string>>> = {
    // It keeps what ended submissions add up to, as in every folder in use.
    'first start of the window': async () => told(await costOfStart(home).catch(() => undefined)),
    'entries of the history': () => entries.toLocaleString('en'),
    'bytes on the disk for each': () => perEntry.toFixed(0),
    'queue list 1': () => command('queue', 'list', '1'),
    'history, the latest 100': () => command('history'),
    'history of a name': () => command('history', '--file', `_${submissions >> 1}.jsonl`),
    'find a batch': () => command('find', batchId),
    'statement of a week': () => command('statement', '--from', dayBefore(10), '--to', dayBefore(4)),
    'audit verify': () => command('audit', 'verify'),
    'retention show': () => command('retention', 'show'),
    'a backup': () => told(costOfBackup(home)),
    'put back: folder ask': () => told(costOfPuttingBack(home)),
    'put back: folder confirm': () => command('folder', 'confirm', '--reason', 'It was put back.'),
    'start of the window': async () => told(await costOfStart(home).catch(() => undefined)),
    'queue open': () => command('queue', 'open'),
    'queue list (all of it)': () => command('queue', 'list'),
    'statement of all': () => command('statement', '--to', '2099-12-31'),
    [`purge of ${PURGED}`]: () => told(costOfPurge(home)),
  };
  const rows: Record<string, string> = {};
  for (const [name, work] of Object.entries(works)) {
    if (!wanted.test(name)) continue;
    rows[name] = await work();
    console.log(`${submissions} ${name}: ${rows[name]}`);
  }
  rmSync(home, { recursive: true });
  return rows;
}

const folder = mkdtempSync(join(tmpdir(), 'tranship-growth-'));
// For each command, and for what is served.
process.env['TRANSHIP_WITNESS'] = join(folder, 'witness');
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
