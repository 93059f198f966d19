/**
 * @file Kills a preparation when a random part of its files is written, and starts the same command again, until it has ended; and measures how long
 * cancelling takes. Prints one line for each run, and fails at the first difference.
 *
 *     node tests/soak/killed-preparation.ts [runs]
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchTemplate, writeExport } from '../bench/preparation-export.ts';
import { tellCount } from '../harness/counted.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const node = join(root, 'node_modules/.bin/node');
const program = join(root, 'out/main/tranship.js');
const runs = Number(process.argv[2] ?? 20);
const EXPORT_BYTES = 12_000_000;
/** An end without findings, and the interruption as the terminal reports it. */
const DONE = 0;

const folder = mkdtempSync(join(tmpdir(), 'tranship-killed-'));
/** How often a run is killed before it may end. */
const MOST_KILLS = 4;
/** The part of the runs that must have been killed, as a kill may come after the end. */
const LEAST_KILLED = 0.7;
/** Between two looks at what has been written. */
const LOOK_MS = 4;
const ways = [[], ['--split', 'size:2MB'], ['--split', 'day'], ['--keep-payments', '--split', 'size:3MB']] as const;

function start(out: string, more: readonly string[]): ChildProcess {
  const parameters = ['prepare', join(folder, 'export.csv'), '--template', join(folder, 'template.json'), '--out', out];
  return spawn(node, [program, ...parameters, ...more], { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder });
}

function digestsIn(out: string): string {
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const lines = files.map(({ parentPath, name }) => {
    const path = join(parentPath, name);
    return `${createHash('sha256').update(readFileSync(path)).digest('hex')} ${path.slice(out.length)}`;
  });
  return lines.sort().join('\n');
}

async function ended(child: ChildProcess): Promise<number | null> {
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words += text;
  });
  const [code] = await once(child, 'close');
  if (code !== DONE && code !== null) throw new Error(`ended with ${code}: ${words}`);
  return code;
}

interface Kills {
  all: number;
  /** When the preparation had begun to write. */
  inTheMiddle: number;
}

/** Of all files in the folder, also of those that are not whole yet. */
function writtenBytes(out: string): number {
  try {
    const files = readdirSync(out, { recursive: true, encoding: 'utf8' });
    return files.reduce((sum, name) => sum + (statSync(join(out, name), { throwIfNoEntry: false })?.size ?? 0), 0);
  } catch {
    // It has not begun.
    return 0;
  }
}

/** Kills when a random part of what is still to be written has been, and lets it end then. */
async function endAfterKills(out: string, more: readonly string[], wholeBytes: number): Promise<Kills> {
  const kills: Kills = { all: 0, inTheMiddle: 0 };
  for (;;) {
    const before = writtenBytes(out);
    const goal = before + Math.random() * (wholeBytes - before);
    const child = start(out, more);
    const look = setInterval(() => {
      if (kills.all < MOST_KILLS && writtenBytes(out) > goal) child.kill('SIGKILL');
    }, LOOK_MS);
    const code = await ended(child);
    clearInterval(look);
    // Killed after its last file was published, it is whole as well.
    if (code === DONE || existsSync(join(out, 'manifest.json'))) return kills;
    kills.all += 1;
    if (existsSync(join(out, 'preparation.partial.json'))) kills.inTheMiddle += 1;
  }
}

interface Whole {
  digests: string;
  bytes: number;
  /** Of the shorter run: the first one is slower, as the disk has nothing of it in memory. */
  milliseconds: number;
}

/** Two whole runs, which must be the same. */
async function measure(name: string, more: readonly string[]): Promise<Whole> {
  const found = new Set<string>();
  let [bytes, milliseconds] = [0, Number.POSITIVE_INFINITY];
  for (let attempt = 0; attempt < 2; attempt++) {
    const out = join(folder, 'whole', `${name}-${attempt}`);
    const started = performance.now();
    await ended(start(out, more));
    milliseconds = Math.min(milliseconds, performance.now() - started);
    found.add(digestsIn(out));
    bytes = writtenBytes(out);
  }
  const [digests = ''] = found;
  if (found.size !== 1) throw new Error(`Two whole runs differ: ${[...found].join('\n\n')}`);
  return { digests, bytes, milliseconds };
}

try {
  mkdirSync(join(folder, 'whole'));
  writeExport(join(folder, 'export.csv'), EXPORT_BYTES);
  writeFileSync(join(folder, 'template.json'), JSON.stringify(benchTemplate));
  const wanted = new Map<string, Whole>();
  for (const [at, more] of ways.entries()) wanted.set(more.join(' '), await measure(String(at), more));
  const sum = { killedRuns: 0, kills: 0, inTheMiddle: 0 };
  for (let run = 0; run < runs; run++) {
    const more = ways[run % ways.length] ?? [];
    const known = wanted.get(more.join(' '));
    const out = join(folder, `killed-${run}`);
    const kills = await endAfterKills(out, more, known?.bytes ?? 0);
    const isSame = digestsIn(out) === known?.digests;
    console.log(
      `${run + 1}: ${more.join(' ') || 'one file'}, killed ${kills.all} times, ${kills.inTheMiddle} while it wrote: ${isSame ? 'the same bytes' : 'DIFFERENT'}`,
    );
    sum.kills += kills.all;
    sum.inTheMiddle += kills.inTheMiddle;
    if (kills.inTheMiddle > 0) sum.killedRuns += 1;
    if (!isSame) throw new Error(`${digestsIn(out)}\n\nwanted\n${known?.digests}`);
    rmSync(out, { recursive: true });
  }
  console.log(
    `${sum.killedRuns} of ${runs} runs were killed while they wrote; ${sum.kills} kills, ${sum.inTheMiddle} of them then.`,
  );
  tellCount(sum.kills, 'kills');
  if (sum.killedRuns < runs * LEAST_KILLED) throw new Error('Too few runs were killed to show anything.');
  const latencies: number[] = [];
  for (let run = 0; run < 10; run++) {
    const out = join(folder, `cancelled-${run}`);
    const usual = wanted.get('')?.milliseconds ?? 0;
    const child = start(out, []);
    const closed = once(child, 'close');
    await new Promise((resolve) => setTimeout(resolve, (0.3 + 0.06 * run) * usual));
    const asked = performance.now();
    // It may have ended by itself before.
    const isCancelled = child.kill('SIGINT');
    await closed;
    if (isCancelled) latencies.push(performance.now() - asked);
  }
  console.log(`Cancelling took ${latencies.map((ms) => ms.toFixed(0)).join(', ')} ms until the process was gone.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
