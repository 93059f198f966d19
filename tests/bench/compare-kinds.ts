/** @file Measures the check on each kind of file beside JSON.parse and the programs of others. */

import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { ComparedTable } from './compared-table.ts';
import { faultyKinds, kinds, writeKind, writeTinyLines } from './kinds.ts';
import { buildSimdjson, fetchDuckDb } from './others.ts';

const script = fileURLToPath(new URL('./contestants.ts', import.meta.url));
const measuredSchema = z.object({
  lines: z.number(),
  milliseconds: z.number(),
  processorMs: z.number(),
  peakBytes: z.number(),
});
type Measured = z.infer<typeof measuredSchema>;

export interface KindsOptions {
  folder: string;
  /** The size of each file. */
  bytes: number;
  tinyLines: number;
  rounds: number;
}

function measured([program = '', ...parameters]: readonly string[], path: string): Measured {
  const { status, stdout, stderr } = spawnSync(program, [...parameters, path], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return measuredSchema.parse(JSON.parse(stdout));
}

/** A row for each kind of file and each program. */
export function compareKinds(table: ComparedTable, { folder, bytes, tinyLines, rounds }: KindsOptions): void {
  const programs = new Map<string, readonly string[]>([
    ['our check', [process.execPath, script, 'our check']],
    ['JSON.parse', [process.execPath, script, 'JSON.parse']],
  ]);
  for (const [name, other] of [
    ['DuckDB', fetchDuckDb(folder)] as const,
    ['simdjson', buildSimdjson(folder)] as const,
  ]) {
    if ('missing' in other) console.log(other.missing);
    else programs.set(name, other.command);
  }
  const path = join(folder, 'kind.jsonl');
  const add = (kind: string, size: { bytes: number; lines: number }, isFaulty: boolean) => {
    // Once into the cache, so that no program pays for the disk; a buffer of the file would count as the peak of each program that starts here.
    spawnSync('cat', [path], { stdio: 'ignore' });
    const results = new Map([...programs.keys()].map((name) => [name, [] as Measured[]]));
    for (let round = 0; round < rounds; round++)
      for (const [name, command] of programs) {
        const isOurs = name === 'our check' && isFaulty;
        results.get(name)?.push(measured(isOurs ? [process.execPath, script, 'our check of errors'] : command, path));
      }
    for (const [name, all] of results)
      for (const { lines } of all)
        if (lines !== size.lines)
          throw new Error(`${name} found ${lines} of ${size.lines} lines of the kind “${kind}”.`);
    table.add(kind, size.bytes, results, 'JSON.parse');
    rmSync(path);
  };
  const [plainKind] = Object.values(kinds);
  if (plainKind !== undefined) add('one line', writeKind(path, plainKind, 1), false);
  for (const [kind, line] of Object.entries(kinds)) add(kind, writeKind(path, line, bytes), faultyKinds.has(kind));
  add(`${tinyLines.toLocaleString('en')} tiny lines`, writeTinyLines(path, tinyLines), true);
}
