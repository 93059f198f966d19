/**
 * @file Kills a preparation at random moments and starts the same command again, until it has ended; and measures how long
 * cancelling takes. Prints one line for each run, and fails at the first difference.
 *
 *     node tests/soak/killed-preparation.ts [runs]
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchTemplate, writeExport } from '../bench/preparation-export.ts';

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
/** Of the time that a whole run takes: nothing is written at once, and a machine may be quicker than it was. */
const [EARLIEST, LATEST] = [0.15, 0.85];
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

/** Kills at random moments, and lets it end then. @param usualMs how long a whole run takes */
async function endAfterKills(out: string, more: readonly string[], usualMs: number): Promise<Kills> {
  const kills: Kills = { all: 0, inTheMiddle: 0 };
  for (;;) {
    const child = start(out, more);
    const moment = (EARLIEST + Math.random() * (LATEST - EARLIEST)) * usualMs;
    const timer = kills.all < MOST_KILLS ? setTimeout(() => child.kill('SIGKILL'), moment) : undefined;
    const code = await ended(child);
    clearTimeout(timer);
    if (code === DONE) return kills;
    kills.all += 1;
    if (existsSync(join(out, 'preparation.partial.json'))) kills.inTheMiddle += 1;
  }
}

/** The shortest of several whole runs: the first one is slower, as the disk has nothing of it in memory. */
async function measure(name: string, more: readonly string[]): Promise<{ digests: string; milliseconds: number }> {
  const found = new Set<string>();
  let milliseconds = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 2; attempt++) {
    const out = join(folder, 'whole', `${name}-${attempt}`);
    const started = performance.now();
    await ended(start(out, more));
    milliseconds = Math.min(milliseconds, performance.now() - started);
    found.add(digestsIn(out));
  }
  const [digests = ''] = found;
  if (found.size !== 1) throw new Error(`Two whole runs differ: ${[...found].join('\n\n')}`);
  return { digests, milliseconds };
}

try {
  mkdirSync(join(folder, 'whole'));
  writeExport(join(folder, 'export.csv'), EXPORT_BYTES);
  writeFileSync(join(folder, 'template.json'), JSON.stringify(benchTemplate));
  const wanted = new Map<string, { digests: string; milliseconds: number }>();
  for (const [at, more] of ways.entries()) wanted.set(more.join(' '), await measure(String(at), more));
  const sum = { killedRuns: 0, kills: 0, inTheMiddle: 0 };
  for (let run = 0; run < runs; run++) {
    const more = ways[run % ways.length] ?? [];
    const known = wanted.get(more.join(' '));
    const out = join(folder, `killed-${run}`);
    const kills = await endAfterKills(out, more, known?.milliseconds ?? 0);
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
