/**
 * @file What a run of the tests found out, on one line for each file or story that has ended: what was found before a crash
 * is not lost. The file is named by TEST_RESULTS; where it is not, nothing is kept.
 */

import { appendFileSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

const resultSchema = z.object({
  /** From the root of the project, and with the name of the test project if that is not the usual one. */
  file: z.string(),
  passed: z.number(),
  /** What failed: its title, and below it what was wrong. */
  failures: z.array(z.string()),
  /** That were computed for it, by all processes. */
  seconds: z.number(),
});

export type Result = z.infer<typeof resultSchema>;

const SHOWN_LINES = 15;

const path = process.env['TEST_RESULTS'];

/** A failure as plain text, short enough to be read at the end of a run. */
export function failure(title: string, faults: readonly string[]): string {
  const lines = faults.map(stripVTControlCharacters).join('\n').split('\n');
  return [title, ...lines.filter((line) => line.trim() !== '').slice(0, SHOWN_LINES)].join('\n');
}

export function keepResult(result: Result): void {
  if (path !== undefined) appendFileSync(path, `${JSON.stringify(result)}\n`);
}

export function readResults(from: string): Result[] {
  const lines = readFileSync(from, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => resultSchema.parse(JSON.parse(line)));
}
