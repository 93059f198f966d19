/** @file The walk writes the line of a row as the mapper does, byte by byte, or leaves the row to it. */

import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recordsIn } from '../../src-main/exports/delimited/record-cells.ts';
import { factsOf, factsOfWalked, type LineFacts } from '../../src-main/prepare/line-facts.ts';
import { RowWalk } from '../../src-main/templates/kernel/row-walk.ts';
import { rowMapper } from '../../src-main/templates/row-mapper.ts';
import type { Direction, Template } from '../../src-shared/template-shapes.ts';
import { runs } from '../harness/night.ts';
import { column, constant, templateOf } from './templates.ts';
import { anyTemplate, exportText, nearlyIbans, signedCell, walkedColumns } from './walked-exports.ts';

interface MadeLine {
  row: number;
  line: string;
  facts: LineFacts;
  isIncoming: boolean;
}

const FIRST_ROW = 2;
/** What programs of DOS write behind the last line is no row. */
const END_OF_FILE = '\u001a';

/** Up to the first record whose quotes are wrong: with it, the piece is read in another way. */
function* cellsOf(bytes: Buffer, place: { at: number }): Generator<string[]> {
  try {
    yield* recordsIn(bytes, ';', place);
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown)) throw thrown;
  }
}

function mappedLines(template: Template, columns: readonly string[], text: string): MadeLine[] {
  const map = rowMapper(template, columns);
  const made: MadeLine[] = [];
  let row = FIRST_ROW;
  for (const cells of cellsOf(Buffer.from(text), { at: 0 })) {
    const isRow = cells.length === columns.length && cells.some((cell) => cell.trim() !== '' && cell !== END_OF_FILE);
    const mapped = isRow ? map({ number: row, cells }) : undefined;
    if (mapped?.kind === 'line') {
      const { line, fields, isIncoming = false } = mapped;
      made.push({ row, line, facts: factsOf(fields), isIncoming });
    }
    row += 1;
  }
  return made;
}

function walkedLines(template: Template, columns: readonly string[], text: string): MadeLine[] {
  const walk = new RowWalk(template);
  if (!walk.turnTo(columns, ';')) return [];
  const bytes = Buffer.from(text);
  const made: MadeLine[] = [];
  const place = { at: 0, row: FIRST_ROW };
  const records = cellsOf(bytes, place);
  walk.begin(bytes, FIRST_ROW);
  for (;;) {
    Object.assign(place, walk.walk(place.at, place.row));
    const lines = walk.take();
    for (let line = 0; lines !== undefined && line < lines.count; line++) {
      const start = line === 0 ? 0 : lines.endOf(line - 1);
      expect(lines.rowAgain(line).number).toBe(lines.rowOf(line));
      const at = lines.uuidOf(line);
      const modification = lines.hasUuid(line) ? uuidOf(lines.words.slice(at, at + 4)) : undefined;
      made.push({
        row: lines.rowOf(line),
        line: lines.bytes.toString('utf8', start, lines.endOf(line) - 1),
        facts: { ...factsOfWalked(lines, line), ...(modification !== undefined && { modification }) },
        isIncoming: lines.isIncoming(line),
      });
    }
    if (records.next().done === true) return made;
    place.row += 1;
  }
}

function uuidOf(words: Uint32Array): string {
  const digits = Buffer.from(words.buffer).toString('hex');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

it('writes every line that it writes as the mapper does, and knows the same of it', () => {
  let walked = 0;
  fc.assert(
    fc.property(anyTemplate, exportText, (template, text) => {
      const written = text.toWellFormed();
      const mapped = new Map(mappedLines(template, walkedColumns, written).map((line) => [line.row, line]));
      for (const { facts, ...walkedLine } of walkedLines(template, walkedColumns, written)) {
        walked += 1;
        const other = mapped.get(walkedLine.row);
        const modification = other?.facts.modification.toLowerCase() ?? '';
        expect({ ...walkedLine, facts: { ...facts, modification: facts.modification.toLowerCase() } }).toEqual(
          other && { ...other, facts: { ...other.facts, modification } },
        );
      }
    }),
    { numRuns: runs(150, 20_000) },
  );
  expect(walked).toBeGreaterThan(20);
});

it('The country with which an IBAN begins is the same as the mapper takes', () => {
  const template = templateOf({
    columns: [...walkedColumns],
    fields: {
      payment_target_country: { source: { from: 'column', column: 'Name', part: 'country-of-iban' } },
      'sender.by_external_id': column('Ref'),
    },
  });
  const text = nearlyIbans.map((iban, at) => `${at};R-1;2024-02-29;12:30:00;1.00;D;DE;${iban}\n`).join('');
  const lines = (of: Iterable<{ line: string }>) => [...of].map(({ line }) => line);
  const walked = lines(walkedLines(template, walkedColumns, text));
  expect(walked).toEqual(lines(mappedLines(template, walkedColumns, text)));
  expect(walked.filter((line) => /"payment_target_country":"[A-Z]{2}"/.test(line))).toHaveLength(5);
});

it('A country is that of its own row, also where a row before it had one on the other side', () => {
  const template = templateOf({
    columns: [...walkedColumns],
    fields: {
      payment_target_country: column('Code'),
      'sender.by_external_id': column('Ref'),
      'receiver.unknown.full_name': column('Name'),
    },
    direction: { by: 'column', column: 'Mark', incoming: ['C'], outgoing: ['D'], countries: 'change-places' },
  });
  const text = ['D;DE', 'C;FR', 'D;IT']
    .map((cells, at) => `${at};R-1;2024-02-29;12:30:00;1.00;${cells};Name\n`)
    .join('');
  const countries = (lines: { facts: { sourceCountry: string; targetCountry: string } }[]) =>
    lines.map(({ facts: { sourceCountry, targetCountry } }) => [sourceCountry, targetCountry]);
  const expected = [
    ['', 'DE'],
    ['FR', ''],
    ['', 'IT'],
  ];
  expect(countries(mappedLines(template, walkedColumns, text))).toEqual(expected);
  expect(countries(walkedLines(template, walkedColumns, text))).toEqual(expected);
});

/** With so many filled cells that no row may be a total. */
const columnsOfAmounts = ['Soll', 'Haben', 'Note', 'Text', 'Place'];
const ofAmounts: Partial<Template> = {
  columns: columnsOfAmounts,
  fields: { 'sender.by_external_id': constant('customer'), 'receiver.by_external_id': constant('other') },
  additionalFields: { soll: column('Soll'), haben: column('Haben') },
};
const bySign: Direction = {
  by: 'conditions',
  outgoing: { column: 'Soll', test: 'negative' },
  incoming: { column: 'Soll', test: 'positive' },
};
const byColumn: Direction = {
  by: 'conditions',
  outgoing: { column: 'Soll', test: 'filled' },
  incoming: { column: 'Haben', test: 'filled' },
};
/** Of each row that became a line, its number and its sender. */
const sendersOf = (lines: readonly MadeLine[]) =>
  lines.map(({ row, line }): [row: number, sender: string] => [row, JSON.parse(line).sender.by_external_id]);

it('writes by the sign of a cell who is the sender, and leaves to the mapper what is neither below nor above 0', () => {
  const cells = [
    '-5',
    '5',
    '-0,00',
    '(5)',
    'x',
    '5-',
    '\u22125',
    '\u20135',
    '5\u2012',
    '',
    'abc',
    '0',
    '$-5',
    '5- EUR',
    '1E-3',
  ];
  const template = templateOf({ ...ofAmounts, direction: bySign });
  const text = cells.map((cell) => `${cell};1;a;b;c\n`).join('');
  const walked = walkedLines(template, columnsOfAmounts, text);
  expect(walked).toEqual(mappedLines(template, columnsOfAmounts, text));
  expect(sendersOf(walked).map(([row, sender]) => [cells[row - FIRST_ROW], sender])).toEqual([
    ['-5', 'customer'],
    ['5', 'other'],
    ...['(5)', '5-', '\u22125', '\u20135', '5\u2012'].map((cell) => [cell, 'customer']),
    ...['$-5', '5- EUR'].map((cell) => [cell, 'customer']),
    ['1E-3', 'other'],
  ]);
});

it('writes by two columns who is the sender, and leaves rows to the mapper in which both are filled, or neither', () => {
  const template = templateOf({ ...ofAmounts, additionalFields: {}, direction: byColumn });
  const text = ['5;', ';7', '5;7', ' ;\u00a0', ' ;x', '0;'].map((cells) => `${cells};a;b;c\n`).join('');
  const walked = walkedLines(template, columnsOfAmounts, text);
  expect(walked).toEqual(mappedLines(template, columnsOfAmounts, text));
  expect(sendersOf(walked)).toEqual([
    [FIRST_ROW, 'customer'],
    [FIRST_ROW + 1, 'other'],
    [FIRST_ROW + 4, 'other'],
    [FIRST_ROW + 5, 'customer'],
  ]);
});

it('lets the countries change places with sender and receiver, also in what is told of a line', () => {
  const countries = { payment_source_country: constant('DE'), payment_target_country: column('Place') };
  const direction: Direction = { ...bySign, countries: 'change-places' };
  const template = templateOf({ ...ofAmounts, fields: { ...ofAmounts.fields, ...countries }, direction });
  const text = '-5;1;a;b;FR\n5;1;a;b;FR\n';
  const walked = walkedLines(template, columnsOfAmounts, text);
  expect(walked).toEqual(mappedLines(template, columnsOfAmounts, text));
  expect(walked.map(({ line }) => JSON.parse(line))).toMatchObject([
    { payment_source_country: 'DE', payment_target_country: 'FR' },
    { payment_source_country: 'FR', payment_target_country: 'DE' },
  ]);
});

it('finds the sign of whatever stands in a cell as the mapper does', () => {
  const template = templateOf({ ...ofAmounts, additionalFields: { haben: column('Haben') }, direction: bySign });
  const found = new Set<string>();
  fc.assert(
    fc.property(fc.array(signedCell, { minLength: 1, maxLength: 30 }), (cells) => {
      const text = cells.map((cell) => `"${cell.toWellFormed().replaceAll('"', '""')}";1;a;b;c\n`).join('');
      const walked = walkedLines(template, columnsOfAmounts, text);
      const mapped = mappedLines(template, columnsOfAmounts, text);
      for (const [, sender] of sendersOf(mapped)) found.add(sender);
      expect(walked).toEqual(mapped);
    }),
    { numRuns: runs(150, 5_000) },
  );
  expect(found.size).toBe(2);
});

const payments: Partial<Template> = {
  columns: ['Id', 'Day', 'Amount', 'Currency', 'Customer', 'Name', 'Note'],
  numbers: { decimal: ',', thousands: '.' },
  dates: { formats: ['DD.MM.YYYY'], zone: 'as-written' },
  fields: {
    payment_external_id: { source: { from: 'uuid', columns: ['Id'] } },
    payment_method: constant('wire'),
    'sender.by_external_id': column('Customer'),
    'receiver.unknown.external_id': { source: { from: 'uuid', columns: ['Name', 'Id'] } },
    'receiver.unknown.full_name': column('Name'),
    'modification.external_id': { source: { from: 'uuid', columns: ['Id', 'Day', 'Amount'] } },
    'modification.amount': { ...column('Amount'), sign: { sign: 'absolute' } },
    'modification.currency': column('Currency'),
    'modification.created_at': column('Day'),
  },
  additionalFields: { note: column('Note') },
};
const columnsOfPayments = payments.columns ?? [];

it('leaves none of the rows to the mapper that are as usual', () => {
  const text = Array.from(
    { length: 500 },
    (_, at) =>
      `${at};31.01.2026;${at % 2 ? '-' : ''}1.234,${10 + (at % 90)};EUR;C-${at};"Müller ""& Söhne""; Nr. ${at}";"two\nlines"\r\n`,
  ).join('');
  const template = templateOf(payments);
  expect(walkedLines(template, columnsOfPayments, text)).toEqual(mappedLines(template, columnsOfPayments, text));
});

const short = ['A', 'B', 'C'];

it.each([
  ['what programs of DOS write behind the last line', 'a;b;c\r\n\u001a;\u001a;\u001a'],
  ['a row without anything', 'a;b;c\n;;\n \t;\u00a0;\u3000\nd;e;f\n'],
  ['a row that may be a total', 'a;b;c\nTotal;;\n'],
])('leaves to the mapper %s', (_, text) => {
  const template = templateOf({ columns: short, additionalFields: { a: column('A'), b: column('B') } });
  const mapped = mappedLines(template, short, text);
  const walked = walkedLines(template, short, text);
  expect(walked.length).toBeGreaterThan(0);
  expect(walked).toEqual(mapped);
});

it('leaves to the mapper cells that are joined by half of a character', () => {
  const source = { from: 'columns' as const, columns: ['A', 'B'], separator: '\ud800' };
  expect(walkedLines(templateOf({ columns: short, additionalFields: { ab: { source } } }), short, 'a;b;c\n')).toEqual(
    [],
  );
});

it('makes the UUID of a name of any length', () => {
  const text = Array.from({ length: 200 }, (_, at) => `${'ä"x'.repeat(at)};31.01.2026;1;EUR;C;N;\n`)
    .map((row) => row.replace(/^(.*?);/, (_, id: string) => `"${id.replaceAll('"', '""')}";`))
    .join('');
  const template = templateOf(payments);
  expect(walkedLines(template, columnsOfPayments, text)).toEqual(mappedLines(template, columnsOfPayments, text));
});
