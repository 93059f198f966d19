/**
 * @file Proof by reversal: values are drawn, written by other programs, prepared, and compared with what was drawn, cell by
 * cell. The amounts are added up three times: by the other program, of what it reads back; here, of the lines that would be sent;
 * and by the control figures of the product.
 */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { beforeAllWith } from '../before-all-with.ts';
import { tellCount } from '../harness/counted.ts';
import { atNight, isNight, runs } from '../harness/night.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type Drawn, drawnIn, reversed } from './reversal/reversed.ts';

// That of Debian has the packages of Debian.
const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
const canRun = (...args: readonly string[]) => spawnSync(python, args).status === 0;
const hasPython = canRun('--version');
const hasPyarrow = isNight && canRun('-c', 'import pyarrow');
const WRITER = join(import.meta.dirname, 'reversal/write-exports.py');
/** Another one each night, which finds more; it is told, so that what was found can be played again. */
const seed = Number(process.env['TRANSHIP_SEED'] ?? (isNight ? Date.now() % 1_000_000 : 1));

beforeAllWith(isNight ? ['openpyxl', 'LibreOffice Calc'] : []);

/** One process writes all of them. */
function written(format: string, count: number): { folder: string; drawn: Drawn[] } {
  const folder = temporaryFolder();
  const { status, stderr } = spawnSync(python, [WRITER, folder, String(seed), String(count), format], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`python3 ended with ${status}: ${stderr}`);
  const drawn = drawnIn(folder);
  expect(drawn).toHaveLength(count);
  return { folder, drawn };
}

async function expectReversed(format: string, count: number): Promise<void> {
  const { folder, drawn } = written(format, count);
  const differences: string[] = [];
  let [doubted, unsure] = [0, 0];
  for (const one of drawn) {
    const asked = await reversed(folder, one, false);
    differences.push(...asked.differences);
    doubted += asked.doubted;
    // Widths cannot be detected.
    if (format === 'fixed') continue;
    const detected = await reversed(folder, one, true);
    if (detected.isUnsure) unsure += 1;
    else differences.push(...detected.differences.map((what) => `detected: ${what}`));
  }
  tellCount(count, `exports reversed as ${format}, seed ${seed}`);
  tellCount(differences.length, `differences as ${format}`);
  if (isNight) tellCount(doubted, 'rows with doubtful quotes');
  if (isNight) tellCount(unsure, 'exports of which something was only guessed');
  expect(differences.slice(0, 20)).toEqual([]);
}

describe.skipIf(!hasPython)('What leaves is what was drawn (skipped where there is no python3)', () => {
  it.each([
    ['csv', 6, 2000],
    ['fixed', 4, 1000],
    ['json', 6, 2000],
    ['xml', 6, 1500],
  ])('As %s of Python', async (format, usual, night) => {
    await expectReversed(format, runs(usual, night));
  });

  it('And a digit, a day, a text or a row that is another is found', async () => {
    const { folder, drawn } = written('json', 1);
    const [one] = drawn;
    const [row, ...others] = one?.rows ?? [];
    if (one === undefined || row === undefined) expect.unreachable('Nothing was drawn.');
    const [amount, day, ...texts] = row;
    const differencesOf = async (...rows: Drawn['rows']) =>
      (await reversed(folder, { ...one, rows }, false)).differences;
    expect(await differencesOf(row, ...others)).toEqual([]);
    expect(await differencesOf([`${amount}1`, day, ...texts], ...others)).toHaveLength(1);
    expect(await differencesOf([amount, `${day}.5`, ...texts], ...others)).toHaveLength(1);
    expect(await differencesOf([amount, day, `${texts[0]}x`, ...texts.slice(1)], ...others)).toHaveLength(1);
    expect(await differencesOf(row, row, ...others)).not.toEqual([]);
    expect((await reversed(folder, { ...one, sum: `${one.sum}1` }, false)).differences).toHaveLength(2);
  });

  atNight(
    it.each([
      ['xlsx', 'openpyxl', 1500],
      ['calc-xlsx', 'LibreOffice', 400],
      ['calc-csv', 'LibreOffice', 400],
    ]),
  )('As %s of %s', async (format: string, _program: string, night: number) => {
    await expectReversed(format, runs(0, night));
  });

  atNight(it)(
    'As parquet of pyarrow, which no Debian package has: “pip install pyarrow” brings it',
    async ({ skip }: { skip: (why: string) => void }) => {
      if (!hasPyarrow) skip('Python has no pyarrow here');
      await expectReversed('parquet', runs(0, 1500));
    },
  );
});
