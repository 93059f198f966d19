/**
 * @file Kills a preparation at random moments and starts the same command again, until it has ended; and measures how long
 * cancelling takes. Prints one line for each run, and fails at the first difference.
 *
 *     node tests/soak/killed-preparation.ts [runs]
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** Kills at a random moment, at most so often, and lets it end then. @returns how often it was killed */
async function endAfterKills(out: string, more: readonly string[], usualMs: number): Promise<number> {
  for (let kills = 0; ; kills++) {
    const child = start(out, more);
    const timer = kills < 4 ? setTimeout(() => child.kill('SIGKILL'), Math.random() * 0.7 * usualMs) : undefined;
    const code = await ended(child);
    clearTimeout(timer);
    if (code === DONE) return kills;
  }
}

try {
  mkdirSync(join(folder, 'whole'));
  writeExport(join(folder, 'export.csv'), EXPORT_BYTES);
  writeFileSync(join(folder, 'template.json'), JSON.stringify(benchTemplate));
  const wanted = new Map<string, { digests: string; milliseconds: number }>();
  for (const more of ways) {
    const out = join(folder, 'whole', String(ways.indexOf(more)));
    const started = performance.now();
    await ended(start(out, more));
    wanted.set(more.join(' '), { digests: digestsIn(out), milliseconds: performance.now() - started });
  }
  for (let run = 0; run < runs; run++) {
    const more = ways[run % ways.length] ?? [];
    const known = wanted.get(more.join(' '));
    const out = join(folder, `killed-${run}`);
    const kills = await endAfterKills(out, more, known?.milliseconds ?? 0);
    const isSame = digestsIn(out) === known?.digests;
    console.log(
      `${run + 1}: ${more.join(' ') || 'one file'}, killed ${kills} times: ${isSame ? 'the same bytes' : 'DIFFERENT'}`,
    );
    if (!isSame) throw new Error(`${digestsIn(out)}\n\nwanted\n${known?.digests}`);
    rmSync(out, { recursive: true });
  }
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
