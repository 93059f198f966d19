/** @file What is prepared depends on the table alone: on no format, no number of threads, and no size of what is read at once. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordSplitter } from '../../src-main/exports/delimited/record-splitter.ts';
import type { Piece } from '../../src-main/exports/rows.ts';
import { rowsOfPiece } from '../../src-main/exports/rows-of-piece.ts';
import { prepare } from '../../src-main/prepare/prepare.ts';
import type { Template } from '../../src-shared/template-shapes.ts';
import { quickest } from '../fastest.ts';
import { runs } from '../harness/night.ts';
import { payments } from './exports/awkward-export.ts';
import { inOneForm } from './exports/json-in-one-form.ts';
import { inFolder, layOut, prepareExport, requestOf } from './exports/prepare-export.ts';
import {
  csvOf,
  csvStyle,
  jsonOf,
  jsonStyle,
  linesOf,
  parquetOf,
  type RandomTable,
  randomTable,
  templateOf,
  xlsxOf,
} from './exports/random-tables.ts';

const numRuns = runs(4, 1250);

async function expectLines(
  table: RandomTable,
  reading: Template['reading'],
  file: string,
  content: string | Uint8Array,
) {
  const template = templateOf(table, reading);
  const prepared = await prepareExport({ files: { [file]: content }, template });
  if (prepared.kind === 'error') expect.unreachable(`${prepared.code}: ${prepared.words}`);
  expect(prepared.messages).toEqual([]);
  expect(prepared.lines.map(inOneForm)).toEqual(linesOf(table).map(inOneForm));
}

/** A workbook keeps 15 digits of a number with decimals. */
function withinDigitsOfExcel(table: RandomTable): RandomTable {
  const amountOf = (amount: string) =>
    amount.includes('.') ? amount.replace(/^(-?\d{1,10})\d*\.(\d{1,5}).*$/, '$1.$2') : amount;
  return { ...table, rows: table.rows.map((row) => ({ ...row, amount: amountOf(row.amount) })) };
}

describe('A random table gives the same lines', () => {
  it('As CSV, however it is quoted, ended and encoded', async () => {
    await fc.assert(
      fc.asyncProperty(randomTable, csvStyle, async (table, style) => {
        const { delimiter, encoding } = style;
        const reading = { format: 'delimited' as const, delimiter, encoding, headerRow: 1 };
        await expectLines(table, reading, 'x.csv', csvOf(table, style));
      }),
      { numRuns },
    );
  });

  it('As JSON, however it is arranged', async () => {
    await fc.assert(
      fc.asyncProperty(randomTable, jsonStyle, async (table, style) => {
        const list = style === 'list within' ? { list: '/data/rows' } : {};
        await expectLines(table, { format: 'json', ...list }, 'x.json', jsonOf(table, style));
      }),
      { numRuns },
    );
  });

  it('As a workbook', async () => {
    await fc.assert(
      fc.asyncProperty(randomTable.map(withinDigitsOfExcel), async (table) => {
        await expectLines(table, { format: 'xlsx' }, 'x.xlsx', await xlsxOf(table));
      }),
      { numRuns },
    );
  });

  it('As Parquet', async () => {
    await fc.assert(
      fc.asyncProperty(randomTable, async (table) => {
        await expectLines(table, { format: 'parquet' }, 'x.parquet', parquetOf(table));
      }),
      { numRuns },
    );
  });
});

/** Rows, faults and their numbers of text that is read in chunks and cut into pieces. */
function readInPieces(text: string, chunk: number, pieceBytes: number, largestRecordBytes: number) {
  const splitter = new RecordSplitter({ delimiter: ';'.charCodeAt(0), pieceBytes, largestRecordBytes });
  const found: [number, ...unknown[]][] = [];
  let next = 1;
  const take = (piece: Piece) => {
    if (piece.kind === 'bytes') {
      expect(piece.firstRow).toBe(next);
      next += piece.rows;
    } else {
      next += piece.rows.length + piece.faults.length;
    }
    const { rows, faults } =
      piece.kind === 'rows'
        ? piece
        : rowsOfPiece(piece, { reading: { format: 'delimited', delimiter: ';' }, columns: ['a', 'b', 'c'] });
    for (const { number, cells } of rows) found.push([number, ...cells]);
    for (const { number, message } of faults) found.push([number, message]);
  };
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunk)
    for (const piece of splitter.push(bytes.subarray(at, at + chunk))) take(piece);
  for (const piece of splitter.end()) take(piece);
  return found.toSorted(([a], [b]) => a - b);
}

const brokenText = fc
  .array(fc.constantFrom('a', 'b', ';', '"', '""', '\n', '\r\n', '\r', ' ', 'é', '";"', '\n"', '\u001a', '\0'), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''));

describe('How much is read at once', () => {
  it('Decides nothing, even where quotes and line ends are broken', () => {
    fc.assert(
      fc.property(
        brokenText,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom(1_000_000, 8, 15),
        (text, chunk, pieceBytes, largest) => {
          expect(readInPieces(text, chunk, pieceBytes, largest)).toEqual(readInPieces(text, 1000, 100_000, largest));
        },
      ),
      { numRuns: runs(200, 75_000) },
    );
  });
});

describe('A broken quote costs', () => {
  it('Not many times the time of its piece', () => {
    const good = 'reference;2024-01-02;1.50\n'.repeat(20_000);
    const bad = `${good.slice(0, 260_000)}"open"x;2024-01-02;1\n${good.slice(260_000)}`;
    const timeOf = (text: string) => quickest(() => readInPieces(text, 65_536, 1_048_576, 16_777_216));
    // The factor of a quadratic fault was 75.
    expect(timeOf(bad)).toBeLessThan(15 * timeOf(good));
  });
});

const amounts = ['1.50', '0.10000000000000001', '-7', 'x', '12345678901234567890.12', ''];
/** With quotes, line ends in cells, refused rows and blank lines. */
function generatedCsv(rows: number): string {
  const lines = ['Reference;Booked;Amount;Currency'];
  for (let row = 0; row < rows; row++) {
    const reference = row % 97 === 0 ? `"two\nlines ""${row}"""` : `reference ${row} ${'x'.repeat((row % 50) * 13)}`;
    lines.push(`${reference};2024-01-${String((row % 5) + 1).padStart(2, '0')};${amounts[row % amounts.length]};EUR`);
    if (row % 213 === 0) lines.push('', ';;;');
    if (row % 901 === 0) lines.push('"open;2024-01-02;1;EUR');
  }
  return `${lines.join('\n')}\n`;
}

async function filesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = await Promise.all(
    files.map(async (path) => [path.slice(folder.length), await readFile(path, 'latin1')] as const),
  );
  return Object.fromEntries(read.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

describe('Any number of threads', () => {
  // Of several pieces.
  const csv = generatedCsv(2500);

  it.each([
    ['into files by size', { grouping: 'none' as const, limits: { bytes: 150_000, lines: Number.MAX_SAFE_INTEGER } }],
    ['into files by day and count', { grouping: 'day' as const, limits: { bytes: 2_000_000_000, lines: 150 } }],
  ])('Writes the same bytes %s', async (_words, split) => {
    const written: Record<string, string>[] = [];
    for (const threads of [1, 4]) {
      await inFolder(async (folder) => {
        await layOut({ 'x.csv': csv }, folder);
        await prepare(requestOf(payments, ['x.csv'], folder, { threads, ...split }));
        written.push(await filesOf(join(folder, 'out')));
      });
    }
    const [first = {}, ...others] = written;
    expect(Object.keys(first).length).toBeGreaterThan(2);
    for (const other of others) {
      expect(Object.keys(other)).toEqual(Object.keys(first));
      for (const [name, content] of Object.entries(first)) expect(other[name] === content, name).toBe(true);
    }
  });
});
