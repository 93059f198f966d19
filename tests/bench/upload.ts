/**
 * @file `npm run bench:upload`: compares the app's upload with `curl -T` to the same server, in one run on one machine.
 *
 *     npm run bench:upload -- --size 2GB --rounds 5
 */

import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { availableParallelism, devNull, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { median, printTable } from '../harness/printed-results.ts';
import { measureProcess } from './measured-process.ts';
import { startSink } from './upload-link.ts';

const GIGABIT = 1_000_000_000;
/** What is asked of our upload. */
const BARS = { loopbackMegabytes: 500, partOfCurl: 0.95, peakMegabytes: 200 };
/** A file for the link, where a second carries 125 MB. */
const LINK_BYTES = 500_000_000;

interface SourceFile {
  path: string;
  bytes: number;
  sha256: string;
}

interface Run {
  megabytesPerSecond: number;
  /** Of the processor, for a GB; undefined where the system does not tell. */
  processorSeconds: number | undefined;
  peakMegabytes: number | undefined;
}

const script = fileURLToPath(new URL('./upload-sender.ts', import.meta.url));
const measured = z.object({ milliseconds: z.number(), processorMs: z.number(), peakBytes: z.number() });

function sendOurs({ path, bytes, sha256 }: SourceFile, address: string): Run {
  const child = spawnSync(process.execPath, [script, address, path, String(bytes), sha256], { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(`Our upload failed: ${child.stderr}`);
  const { milliseconds, processorMs, peakBytes } = measured.parse(JSON.parse(child.stdout));
  const processorSeconds = (processorMs * 1e6) / bytes;
  return { megabytesPerSecond: bytes / 1000 / milliseconds, processorSeconds, peakMegabytes: peakBytes / 1e6 };
}

async function sendByCurl({ path, bytes }: SourceFile, address: string): Promise<Run> {
  const headers = ['-H', 'Expect: 100-continue', '-H', 'If-None-Match: *'];
  const report = ['-o', devNull, '-w', '%{http_code} %{time_total}'];
  const stdout = join(folder, 'curl.txt');
  const { processorMs } = await measureProcess(['curl', '-sS', '-T', path, ...headers, ...report, address], { stdout });
  const [status, seconds] = readFileSync(stdout, 'utf8').split(' ');
  if (status !== '200') throw new Error(`The server answered curl with ${status}.`);
  const processorSeconds = processorMs === undefined ? undefined : (processorMs * 1e6) / bytes;
  return { megabytesPerSecond: bytes / 1e6 / Number(seconds), processorSeconds, peakMegabytes: undefined };
}

/** In turns, so that a slower machine affects both. */
async function compare(file: SourceFile, sink: string, rounds: number) {
  const [ours, curls]: [Run[], Run[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    ours.push(sendOurs(file, sink));
    curls.push(await sendByCurl(file, sink));
  }
  const speedOf = (runs: Run[]) => median(runs.map(({ megabytesPerSecond }) => megabytesPerSecond));
  const costOf = (runs: Run[]) => median(runs.map(({ processorSeconds = Number.NaN }) => processorSeconds));
  const processor = { ours: costOf(ours), curl: costOf(curls) };
  const peak = Math.max(...ours.map(({ peakMegabytes = 0 }) => peakMegabytes));
  return { ours: speedOf(ours), curl: speedOf(curls), part: speedOf(ours) / speedOf(curls), processor, peak };
}

function writeSource(path: string, bytes: number): SourceFile {
  const block = randomBytes(16_000_000);
  const hash = createHash('sha256');
  const file = openSync(path, 'w');
  for (let written = 0; written < bytes; ) {
    const part = block.subarray(0, Math.min(block.length, bytes - written));
    hash.update(part);
    written += writeSync(file, part);
  }
  closeSync(file);
  return { path, bytes, sha256: hash.digest('hex') };
}

function bytesOf(text: string): number {
  const [, number = '', unit = ''] = /^([\d.]+)\s*(MB|GB)$/i.exec(text) ?? [];
  const bytes = Number(number) * (unit.toUpperCase() === 'GB' ? 1e9 : 1e6);
  if (!(bytes > 0)) throw new Error('--size takes a size such as 250MB or 2GB.');
  return bytes;
}

const { values } = parseArgs({
  options: { size: { type: 'string', default: '2GB' }, rounds: { type: 'string', default: '5' } },
});
const [size, rounds] = [bytesOf(values.size), Number(values.rounds)];
const folder = mkdtempSync(join(tmpdir(), 'tranship-bench-'));
try {
  const whole = writeSource(join(folder, 'export.jsonl'), size);
  const quarter = writeSource(join(folder, 'quarter.jsonl'), size / 4);
  const forLink = writeSource(join(folder, 'link.jsonl'), Math.min(size, LINK_BYTES));
  const [loopback, link] = [await startSink(), await startSink(GIGABIT)];
  console.log(
    `${Math.round(size / 1e6)} MB, hashed as it is sent, ${availableParallelism()} cores, ${rounds} rounds, load ${loadavg()[0]?.toFixed(1)}`,
  );
  const fast = await compare(whole, loopback, rounds);
  const small = sendOurs(quarter, loopback);
  const slow = await compare(forLink, link, rounds);
  const head = ['', 'ours, MB/s', 'curl -T, MB/s', 'ours / curl', 'bar'];
  const rows: string[][] = [];
  const row = (name: string, { ours, curl, part }: Awaited<ReturnType<typeof compare>>, bar: string) =>
    rows.push([name, ours.toFixed(1), curl.toFixed(1), part.toFixed(3), bar]);
  row('loopback', fast, `≥ ${BARS.loopbackMegabytes} MB/s`);
  row('1 Gbit/s', slow, `≥ ${BARS.partOfCurl} of curl`);
  printTable(head, rows);
  const { processor } = fast;
  console.log(
    `Loopback, processor for a GB: ours ${processor.ours.toFixed(2)} s, curl ${processor.curl.toFixed(2)} s.`,
  );
  console.log(
    `Peak memory: ${Math.round(fast.peak)} MB for ${Math.round(size / 1e6)} MB, ` +
      `${Math.round(small.peakMegabytes ?? 0)} MB for a quarter of it (bar: ${BARS.peakMegabytes} MB).`,
  );
  const isEnough =
    fast.ours >= BARS.loopbackMegabytes && slow.part >= BARS.partOfCurl && fast.peak < BARS.peakMegabytes;
  console.log(isEnough ? 'All bars are reached.' : 'A bar is not reached.');
  process.exitCode = isEnough ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
process.exit();
