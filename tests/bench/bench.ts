/**
 * @file `npm run bench`: compares the check and the preparation with other ways to read the same file, in one run on one machine.
 *
 *     npm run bench -- --size 1GB --rounds 3
 *     npm run bench -- --quick              # only the kinds of files, so small that starting the threads is most of the time
 *     npm run bench -- --tiny-lines 10000000
 *     npm run bench -- --only-exports csv   # only the preparation, of kinds with this in their names
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { writeSampleExport } from '../../src-main/practice/sample-export.ts';
import { median, printTable } from '../harness/printed-results.ts';
import { compareExports } from './compare-exports.ts';
import { compareKinds } from './compare-kinds.ts';
import { ComparedTable } from './compared-table.ts';
import { contestantNames } from './contestants.ts';
import { measurePromptness } from './promptness.ts';

interface Run {
  lines: number;
  milliseconds: number;
  /** Peak resident memory; undefined where it cannot be measured. */
  peakBytes?: number | undefined;
}

const script = fileURLToPath(new URL('./contestants.ts', import.meta.url));
const measured = z.object({ lines: z.number(), milliseconds: z.number(), peakBytes: z.number() });

function runContestant(name: string, path: string): Run {
  const child = spawnSync(process.execPath, [script, name, path], { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(`${name} failed: ${child.stderr}`);
  return measured.parse(JSON.parse(child.stdout));
}

/** jq as a clerk's script would call it; its own start is part of the time. */
function runJq(path: string, lines: number): Run {
  const started = performance.now();
  const { status } = spawnSync('jq', ['-e', '.', path], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`jq ended with ${status}`);
  return { lines, milliseconds: performance.now() - started };
}

function medianRun(rounds: readonly Run[]): Run {
  const peaks = rounds.flatMap(({ peakBytes }) => peakBytes ?? []);
  return {
    lines: rounds[0]?.lines ?? 0,
    milliseconds: median(rounds.map(({ milliseconds }) => milliseconds)),
    peakBytes: peaks.length === 0 ? undefined : median(peaks),
  };
}

function compare(path: string, bytes: number, rounds: number): void {
  const names = [...contestantNames];
  const runs = new Map<string, Run[]>(names.map((name) => [name, []]));
  // In turns, so that a slower machine affects all contestants.
  for (let round = 0; round < rounds; round++)
    for (const name of names) runs.get(name)?.push(runContestant(name, path));
  const lines = runs.get('JSON.parse')?.[0]?.lines ?? 0;
  if (spawnSync('jq', ['--version']).status === 0) runs.set('jq -e .', [runJq(path, lines)]);
  const plain = medianRun(runs.get('JSON.parse') ?? []).milliseconds;
  const head = ['', 'MB/s', 'lines/s', 'peak memory', '× JSON.parse'];
  const rows: (string | number)[][] = [];
  for (const [name, all] of runs) {
    const { milliseconds, peakBytes, lines } = medianRun(all);
    rows.push([
      name,
      Math.round(bytes / 1000 / milliseconds),
      Math.round((1000 * lines) / milliseconds).toLocaleString('en'),
      peakBytes === undefined ? '' : `${Math.round(peakBytes / 1_000_000)} MB`,
      (plain / milliseconds).toFixed(2),
    ]);
  }
  printTable(head, rows);
}

/** The cost of the check must grow with the file, not faster. */
function showGrowth(folder: string, sizes: readonly { path: string; bytes: number }[]): void {
  const head = ['size', 'seconds', 's/GB', 'peak memory'];
  const rows: (string | number)[][] = [];
  for (const { path, bytes } of sizes) {
    const { milliseconds, peakBytes = 0 } = runContestant('our check', path);
    const seconds = milliseconds / 1000;
    rows.push([
      `${(bytes / 1e9).toFixed(2)} GB`,
      seconds.toFixed(2),
      (seconds / (bytes / 1e9)).toFixed(2),
      `${Math.round(peakBytes / 1_000_000)} MB`,
    ]);
  }
  console.log(`\nOur check as the file grows (${folder}):`);
  printTable(head, rows);
}

function bytesOf(text: string): number {
  const [, number = '', unit = ''] = /^([\d.]+)\s*(MB|GB)$/i.exec(text) ?? [];
  const bytes = Number(number) * (unit.toUpperCase() === 'GB' ? 1e9 : 1e6);
  if (!(bytes > 0)) throw new Error('--size takes a size such as 250MB or 1GB.');
  return bytes;
}

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '1GB' },
    rounds: { type: 'string', default: '3' },
    quick: { type: 'boolean', default: false },
    'tiny-lines': { type: 'string' },
    'only-exports': { type: 'string' },
  },
});
const size = bytesOf(values.size);
const folder = mkdtempSync(join(tmpdir(), 'tranship-bench-'));
try {
  const { 'tiny-lines': tinyLines, 'only-exports': onlyExports, quick } = values;
  const kinds = quick
    ? { bytes: 10e6, tinyLines: 200_000, rounds: 1 }
    : { bytes: size / 4, tinyLines: 1e6, rounds: Number(values.rounds) };
  const load = loadavg()[0]?.toFixed(1);
  console.log(`${availableParallelism()} cores, load ${load}; files of ${kinds.bytes / 1e6} MB, read once before:`);
  const table = new ComparedTable();
  if (onlyExports === undefined)
    compareKinds(table, { folder, ...kinds, ...(tinyLines !== undefined && { tinyLines: Number(tinyLines) }) });
  await compareExports(table, { folder, ...kinds, only: onlyExports ?? '' });
  table.print();
  if (!quick && onlyExports === undefined) await compareReaders();
} finally {
  rmSync(folder, { recursive: true });
}

async function compareReaders(): Promise<void> {
  const path = join(folder, 'export.jsonl');
  const { bytes, lines } = await writeSampleExport(path, size);
  console.log(
    `${lines.toLocaleString('en')} transactions, ${Math.round(bytes / 1e6)} MB, ${availableParallelism()} cores`,
  );
  compare(path, bytes, Number(values.rounds));
  const sizes = [];
  for (const part of [0.25, 0.5, 1, 2]) {
    const file = join(folder, `${part}.jsonl`);
    sizes.push({ path: file, bytes: (await writeSampleExport(file, part * size)).bytes });
  }
  showGrowth(folder, sizes);
  const { firstFinding, cancel, slowestLine } = await measurePromptness(sizes.at(-1)?.path ?? path);
  console.log(
    `\nIn the largest of them: first finding after ${firstFinding.toFixed(0)} ms, cancelled within ${cancel.toFixed(0)} ms, ` +
      `the slowest of 50 lines fetched by number in ${slowestLine.toFixed(1)} ms.`,
  );
}
