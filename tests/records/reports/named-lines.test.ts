/**
 * @file A report in any shape names exactly the lines that the service rejected, or nothing that is relied on: never one line fewer,
 * since that one would count as accepted.
 */

import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RefusedLine, writeReport } from '../../../src-main/practice/report-shapes.ts';
import type { Fault } from '../../../src-main/practice/transaction-rules.ts';
import { verdictOf } from '../../../src-main/records/report-verdict.ts';
import type { CountedFrom } from '../../../src-main/records/reports/reading-facts.ts';
import type { ReportShape } from '../../../src-shared/misfortune-meanings.ts';
import { fewerByDay, isNight, runs } from '../../harness/night.ts';
import { reportOf } from '../../harness/opponent/opponent.ts';
import { idOf } from './known-entries.ts';
import { readPlace, transactionLine } from './read-place.ts';

const LINES = 12;
const content = Array.from({ length: LINES }, (_, at) => transactionLine(at + 1));

/** The lines that are relied on as rejected, or why none are. */
type Said = number[] | string;

async function saidOf(
  report: string | Buffer,
  lines: readonly string[] = content,
  countedFrom?: CountedFrom,
): Promise<Said> {
  const { table } = await readPlace(lines).read(report, countedFrom && { countedFrom });
  const said = verdictOf(table, lines.length);
  return said.kind === 'lines' ? [...said.rejected] : String(said.error.params['why']);
}

const fault: Fault = {
  code: 'ENTITY_NOT_ONBOARDED',
  field: 'sender.by_external_id',
  message: 'No such “entity”;\nask.',
};
const asWritten = (id: string) => id;

function rejected(lines: readonly number[], spelled = asWritten): RefusedLine[] {
  return lines.map((line) => ({
    line,
    modificationId: spelled(idOf(line)),
    requestId: spelled(idOf(2_000_000 + line)),
    faults: line % 2 === 0 ? [fault, { ...fault, message: 'And another.' }] : [fault],
  }));
}

async function written(shape: ReportShape, lines: readonly RefusedLine[]): Promise<Buffer> {
  const given = async function* () {
    yield* lines;
  };
  const pieces: Buffer[] = [];
  for await (const piece of writeReport(shape, given())) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

const whole = [
  ...['json-lines', 'json-list', 'json-object', 'json-flat', 'json-by-id', 'csv', 'csv-semicolons', 'csv-tabs'],
  ...['utf-16', 'json-lines-gzip', 'json-object-gzip', 'csv-gzip', 'deep-nesting'],
] as const;
const mangled = ['text', 'html', 'cut-off', 'cut-off-gzip', 'wrong-lines'] as const;

describe('A report on a batch whose numbers begin again', () => {
  it.each(whole)('written as %s names the rejected lines, however identifiers are spelled', async (shape) => {
    for (const spelled of [asWritten, (id: string) => ` ${id.toUpperCase()} `]) {
      for (const lines of [[1], [LINES], [2, 3, 7, 8], [1, 4, 6, LINES]])
        expect(await saidOf(await written(shape, rejected(lines, spelled)))).toEqual(lines);
    }
  });

  it.each(mangled)('written as %s names nothing that is relied on', async (shape) => {
    expect(await saidOf(await written(shape, rejected([2, 3, 7, 8])))).toBeTypeOf('string');
  });

  it.each(fewerByDay(['json-lines', 'json-object', 'json-flat', 'csv', 'csv-semicolons', 'csv-gzip'] as const, 3))(
    'written as %s and cut off anywhere names all of the lines, or nothing that is relied on',
    async (shape) => {
      const lines = [3, 7, 8, 11];
      const report = await written(shape, rejected(lines));
      const { read } = readPlace(content);
      for (let end = 1; end < report.length; end += isNight && shape === 'csv' ? 1 : 7) {
        const { table } = await read(report.subarray(0, end));
        const said = verdictOf(table, LINES);
        if (said.kind === 'unclear' || endsAtEntry(report, end)) continue;
        expect([...said.rejected], report.subarray(0, end).toString().slice(-60)).toEqual(lines);
      }
    },
  );

  it('in pieces, twice, in any order, and packed once more names the same lines', async () => {
    const report = (await written('json-lines', rejected([2, 3, 7, 8]))).toString().trim().split('\n');
    const pieces = [...report.slice(2), ...report, ...report.slice(0, 1)].map((line) => gzipSync(`${line}\n`));
    expect(gunzipSync(Buffer.concat(pieces)).length).toBeGreaterThan(0);
    expect(await saidOf(Buffer.concat(pieces))).toEqual([2, 3, 7, 8]);
  });

  it('of the opponent, which gives nothing but numbers, leaves open from where it counts', async () => {
    expect(await saidOf(reportOf('b'))).toBe('unproven');
    expect(await saidOf(`${reportOf('b')}b,${LINES},unknown entity\r\n`)).toEqual([1, 3, LINES]);
  });
});

const entries = (...all: object[]) => all.map((one) => JSON.stringify({ message: 'Wrong.', ...one })).join('\n');

describe('A report is relied on', () => {
  it('only where an identifier or a number at the end of the batch tells from where it counts', async () => {
    expect(await saidOf(entries({ line: 3 }, { line: 5 }))).toBe('unproven');
    expect(await saidOf(entries({ index: 3 }, { index: 5 }))).toBe('unproven');
    expect(await saidOf(entries({ index: 0 }, { index: 5 }))).toEqual([1, 6]);
    expect(await saidOf(entries({ line: 3 }, { line: LINES }))).toEqual([3, LINES]);
    expect(await saidOf(entries({ line: 3, modification_id: idOf(4) }, { line: 8 }))).toEqual([4, 9]);
  });

  it('where it gives only numbers, by what was known of the service before, unless it proves something else', async () => {
    const knowing = (countedFrom: CountedFrom, ...all: object[]) => saidOf(entries(...all), content, countedFrom);
    expect(await knowing({ set: 1 }, { line: 3 }, { line: 5 })).toEqual([3, 5]);
    expect(await knowing({ line: 0 }, { line: 3 }, { line: 5 })).toEqual([4, 6]);
    expect(await knowing({ line: 0 }, { index: 3 }, { index: 5 })).toBe('unproven');
    expect(await knowing({ set: 0, line: 1 }, { line: 3 })).toEqual([4]);
    expect(await knowing({ set: 0 }, { line: 3, modification_id: idOf(3) }, { line: 5 })).toEqual([3, 5]);
    // It names a line that the batch does not have.
    expect(await knowing({ set: 1 }, { line: 0 }, { line: 5 })).toBe('otherLines');
    // A person cannot mean both sorts of numbers.
    expect(await knowing({ set: 1 }, { line: 3, index: 2 })).toBe('unproven');
    expect(await knowing({ line: 1, index: 0 }, { line: 3, index: 2 })).toEqual([3]);
  });

  it('only where its numbers and identifiers never contradict each other', async () => {
    expect(await saidOf(entries({ line: 3, id: idOf(3) }, { line: 2, id: idOf(9) }))).toEqual([3, 9]);
    expect(await saidOf(entries({ line: 3, id: idOf(3) }, { line: 2, id: idOf(9) }, { line: 5 }))).toBe('unproven');
  });

  it('only where what it identifies is in the batch', async () => {
    expect(await saidOf(entries({ line: 3, modification_id: idOf(3) }, { modification_id: idOf(900_001) }))).toBe(
      'otherLines',
    );
    // Of another batch of the file: its numbers would fit.
    const other = [
      { line: 1, modification_id: idOf(900_001) },
      { line: LINES, modification_id: idOf(900_002) },
    ];
    expect(await saidOf(entries(...other))).toBe('unproven');
  });

  it('only where no entry leaves open what it is about', async () => {
    expect(await saidOf(entries({ line: 3, modification_id: idOf(3) }, { transaction: 7 }))).toBe('otherLines');
    // A last line with sums is no entry about a line.
    expect(await saidOf(`${entries({ line: 3, modification_id: idOf(3) })}\n{"total":12,"invalid":1}`)).toEqual([3]);
  });

  it('only where it tells of every line, if it tells of accepted lines', async () => {
    const every = Array.from({ length: LINES }, (_, at) => ({
      line: at + 1,
      status: at === 4 ? 'REJECTED' : 'ACCEPTED',
    }));
    const text = (lines: readonly object[]) => lines.map((one) => JSON.stringify(one)).join('\n');
    expect(await saidOf(text(every))).toEqual([5]);
    expect(await saidOf(text(every.slice(0, 7)))).toBe('unproven');
    const known = every.map((one) => ({ ...one, modification_id: idOf(one.line) }));
    expect(await saidOf(text(known.slice(0, 7)))).toBe('missingLines');
  });
});

describe('An identifier that many lines share', () => {
  const MANY = 1010;
  const shared = [...content, ...Array.from({ length: MANY }, () => transactionLine(5))];

  it('names them all where each has an entry', async () => {
    const numbered = Array.from({ length: MANY }, (_, at) => ({ line: LINES + at + 1, modification_id: idOf(5) }));
    const said = await saidOf(entries({ line: 5, modification_id: idOf(5) }, ...numbered), shared);
    expect(said).toHaveLength(MANY + 1);
  });

  it('names nothing that is relied on where only a part of them can be named, or may be meant', async () => {
    expect(await saidOf(entries({ modification_id: idOf(5) }), shared)).toBe('unproven');
    const twice = [...content, transactionLine(20, { request_uuid: idOf(2_000_005) })];
    expect(await saidOf(entries({ request_uuid: idOf(2_000_005) }), twice)).toBe('unproven');
  });
});

it('Whatever entries give, in whatever order, no line of them is taken for accepted', async () => {
  const given = fc.record({
    line: fc.integer({ min: 1, max: LINES }),
    number: fc.constantFrom('line', 'lineIndex', undefined),
    id: fc.constantFrom('modification_external_id', 'request_uuid', 'id', undefined),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(given, { minLength: 1, maxLength: 6 }), fc.constantFrom(0, 1), async (all, first) => {
      const told = all.filter(({ number, id }) => number !== undefined || id !== undefined);
      const report = told.map(({ line, number, id }) => ({
        ...(number !== undefined && { [number]: line - 1 + first }),
        ...(id !== undefined && { [id]: idOf(id === 'request_uuid' ? 2_000_000 + line : line) }),
      }));
      fc.pre(report.length > 0);
      const said = await saidOf(entries(...report));
      const truth = [...new Set(told.map(({ line }) => line))].sort((one, other) => one - other);
      if (typeof said !== 'string') expect(said).toEqual(truth);
    }),
    { numRuns: runs(50, 150) },
  );
});

/** Nothing tells that entries are missing after a whole line of JSON Lines, or after a record of CSV that has all its cells. */
function endsAtEntry(report: Buffer, end: number): boolean {
  if ([report[end], report[end - 1]].includes(0x0a)) return true;
  const record =
    report
      .subarray(0, end)
      .toString()
      .split(/\r?\n(?=\d)/)
      .at(-1) ?? '';
  return record.split(/[,;]/).length === 5;
}
