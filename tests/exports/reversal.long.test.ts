/**
 * @file Proof by reversal: values are drawn, written by other programs, prepared, and compared with what was drawn, cell by
 * cell. The amounts are added up twice: by the other program, of what it reads back, and here, of the lines that would be sent.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { tellCount } from '../harness/counted.ts';
import { runs } from '../harness/night.ts';
import { drawnIn, reversed } from './reversal/reversed.ts';

const WRITER = join(import.meta.dirname, 'reversal/write-exports.py');
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function written(seed: number, count: number, formats: string) {
  const folder = mkdtempSync(join(tmpdir(), 'reversal-'));
  folders.push(folder);
  execFileSync('/usr/bin/python3', [WRITER, folder, String(seed), String(count), formats], { stdio: 'inherit' });
  return { folder, drawn: drawnIn(folder) };
}

describe('What leaves is what was drawn', () => {
  it.each([
    ['csv', 6, 2000],
    ['fixed', 4, 1000],
    ['json', 6, 2000],
    ['xml', 6, 1500],
    ['xlsx', 0, 1500],
    ['parquet', 0, 1500],
    ['calc-xlsx', 0, 400],
    ['calc-csv', 0, 400],
  ])('in %s', async (formats, usual, atNight) => {
    const count = runs(usual, atNight);
    if (count === 0) return;
    const { folder, drawn } = written(Number(process.env['SEED'] ?? 1), count, formats);
    expect(drawn).toHaveLength(count);
    const differences: string[] = [];
    let [doubted, unsure] = [0, 0];
    for (const one of drawn) {
      const found = await reversed(folder, one, false);
      differences.push(...found.differences);
      doubted += found.doubted;
      if (one.reading.format === 'fixed-width') continue;
      const detected = await reversed(folder, one, true);
      if (detected.isUnsure) unsure += 1;
      else differences.push(...detected.differences.map((what) => `detected: ${what}`));
    }
    tellCount(count, `exports of ${formats} reversed`);
    tellCount(doubted, 'rows with doubtful quotes');
    tellCount(unsure, 'exports of which something was only guessed');
    expect(differences.slice(0, 20)).toEqual([]);
  });
});
