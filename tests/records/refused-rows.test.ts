/** @file Which refused rows are open, by the preparations in the queue. */

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type PreparedFile, refusedRows } from '../../src-main/records/refused-rows.ts';
import { submissionIdSchema } from '../../src-main/send/submission.ts';
import type { RefusedRows } from '../../src-shared/refused-rows.ts';

const folder = join('/prepared', 'out');
const table = (rows: number, sheet = '') => ({
  source: 'november.xlsx',
  sha256: 'of november',
  table: sheet,
  rows,
  file: { name: `refused-rows-${sheet === 'March' ? '002' : '001'}.csv`, sha256: `refused ${sheet}` },
});

function prepared(
  id: number,
  manifest: string,
  {
    refused = [table(3)],
    sources = [{ name: 'november.xlsx', sha256: 'of november' }],
    ...more
  }: {
    refused?: ReturnType<typeof table>[];
    sources?: { name: string; sha256: string; refusedBy?: string }[];
  } & Partial<PreparedFile> = {},
): PreparedFile {
  return {
    id: submissionIdSchema.parse(id),
    content: join(folder, `${id}.jsonl`),
    isGivenUp: false,
    isRemoved: false,
    facts: {
      manifestSha256: manifest,
      sha256: '',
      toolVersion: '1',
      template: { name: 'T', version: 1, sha256: '' },
      sources: sources.map((source) => ({ ...source, bytes: 1, lines: 1 })),
      notPrepared: { leftOut: 0, refused },
    },
    ...more,
  };
}

const openOf = (...files: PreparedFile[]): [number, RefusedRows['exports']][] =>
  [...refusedRows(files)].map(([id, { exports }]) => [id, exports]);

const three = { export: 'november.xlsx', rows: 3, file: join(folder, 'refused-rows-001.csv') };

it('Each file of a preparation tells of the rows that it refused', () => {
  expect(openOf(prepared(1, 'a'), prepared(2, 'a'))).toEqual([
    [1, [three]],
    [2, [three]],
  ]);
});

it('Of the files of a preparation, the first that is still listed asks for a person', () => {
  const firsts = (...files: PreparedFile[]) => [...refusedRows(files).values()].map(({ first }) => first);
  expect(firsts(prepared(1, 'a'), prepared(2, 'a'))).toEqual([1, 1]);
  expect(firsts(prepared(1, 'a', { isRemoved: true }), prepared(2, 'a'))).toEqual([2, 2]);
});

it('A later preparation of the same export tells of its own refused rows in place of the earlier ones', () => {
  expect(openOf(prepared(1, 'a'), prepared(2, 'b', { refused: [] }))).toEqual([]);
  expect(openOf(prepared(1, 'a'), prepared(2, 'b', { refused: [table(1)] }))).toEqual([[2, [{ ...three, rows: 1 }]]]);
});

it('Another preparation of the same export that was given up before anything went tells nothing', () => {
  expect(openOf(prepared(1, 'a'), prepared(2, 'b', { refused: [], isGivenUp: true }))).toEqual([[1, [three]]]);
});

it('Of two tables, only the rows of that table are settled whose refused rows were corrected and prepared', () => {
  const both = { refused: [table(3, 'January'), table(2, 'March')] };
  const corrected = { refused: [], sources: [{ name: 'refused-rows-002.csv', sha256: 'corrected', refusedBy: 'a' }] };
  const left = [{ ...three, export: 'november.xlsx, January' }];
  expect(openOf(prepared(1, 'a', both), prepared(2, 'b', corrected))).toEqual([[1, left]]);
});

it('Refused rows that were prepared as they are, from any folder, are known by their content', () => {
  const moved = { refused: [], sources: [{ name: 'renamed.csv', sha256: 'refused ' }] };
  expect(openOf(prepared(1, 'a'), prepared(2, 'b', moved))).toEqual([]);
});

it('What a person has said of one file of a preparation is true of all of them', () => {
  const settled = { reason: 'Test rows', at: '2026-01-05T08:00:00.000Z' };
  const all = refusedRows([prepared(1, 'a'), prepared(2, 'a', { settled })]);
  expect([...all.values()].map((refused) => refused.settled)).toEqual([settled, settled]);
});
