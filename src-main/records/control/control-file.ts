/** @file The control figures of the source system, from a file (CSV or JSON) or as they were typed. */

import { Buffer } from 'node:buffer';
import { CsvError } from 'csv-parse/sync';
import { z } from 'zod';
import { type ControlColumn, recognisedColumns } from '../../../src-shared/control-shapes.ts';
import { controlColumns } from '../../../src-shared/control-words.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { exactAmount } from '../../../src-shared/exact-amount.ts';
import { type Fact, fact, packed, together } from '../../../src-shared/languages/fact.ts';
import { either } from '../../../src-shared/languages/lists.ts';
import { faultOf } from '../../check/rules/hand-written.ts';
import { type Delimiter, recordsIn } from '../../exports/delimited/record-cells.ts';
import { guessMarks } from '../../templates/guessing/number-marks.ts';
import { monthOfName } from '../../templates/month-names.ts';
import { numberReader } from '../../templates/number-text.ts';
import { type ControlFigure, subjectOf } from './control-figures.ts';

const currency = z.string().regex(/^[A-Z]{3}$/, packed(fact('is no currency code')));
const count = z.int(packed(fact('is no number of transactions'))).nonnegative(packed(fact('is less than none')));
/** Without an exponent, by which programs write what they have rounded. */
const amount = z
  .string()
  .refine(
    (text) => !/e/i.test(text) && exactAmount(text) !== undefined,
    packed(fact('is no amount such as {example}', { example: '-1234.56' })),
  );
const figureSchema = z
  .strictObject({
    currency: currency.optional(),
    day: z.iso
      .date(packed(fact('is no day such as {example}', { example: either(['2026-01-31', '31.01.2026']) })))
      .optional(),
    file: z.string().trim().min(1).max(300).optional(),
    count: count.optional(),
    sum: amount.optional(),
  })
  .refine(
    ({ count: number, sum }) => number !== undefined || sum !== undefined,
    packed(fact('has neither count nor sum')),
  )
  .refine(
    (figure) => figure.sum === undefined || figure.currency !== undefined,
    packed(fact('a sum needs a currency')),
  );
const figuresSchema = z
  .array(figureSchema, packed(fact('this is no list of figures')))
  .min(1, packed(fact('there is no figure in it')))
  .refine(
    (figures) => new Set(figures.map(subjectOf)).size === figures.length,
    packed(fact('two figures are of the same day, currency and file')),
  );

/** Figures before they are checked, and the names of their columns as they are written. */
interface Written {
  value: unknown;
  names: readonly string[];
}

/** A person mends some, and tries again. */
const MOST_TOLD = 5;

/** How exports call the columns, in small letters and without spaces and marks. */
const columns: Readonly<Record<Exclude<keyof ControlFigure, 'balance'>, readonly string[]>> = {
  currency: ['currency', 'ccy', 'cur', 'währung', 'waehrung', 'devise', 'monnaie'],
  day: ['day', 'date', 'businessday', 'tag', 'datum', 'buchungstag', 'jour'],
  file: ['file', 'filename', 'datei', 'dateiname', 'fichier', 'nomdufichier'],
  count: ['count', 'number', 'transactions', 'numberoftransactions', 'anzahl', 'stück', 'nombre'],
  sum: ['sum', 'amount', 'total', 'controlsum', 'betrag', 'summe', 'kontrollsumme', 'montant', 'somme'],
};

/**
 * The figures of a JSON list, of the manifest of a preparation, or of CSV with the columns day, currency, count and sum.
 * @throws AppError control.unreadable
 */
export const parseControl = (given: string, path: string): ControlFigure[] => readControl(given, path).figures;

/** The same, with the names that the columns have there, in their order. @throws AppError control.unreadable */
export function readControl(given: string, path: string): { figures: ControlFigure[]; columns: ControlColumn[] } {
  const text = given.replace(/^\uFEFF/, '');
  const { value, names } = /^\s*[[{]/.test(text) ? jsonFigures(text, path) : csvFigures(text, path);
  const result = figuresSchema.safeParse(value);
  if (result.success)
    return {
      figures: result.data,
      columns: names.flatMap((name) => {
        const column = columnCalled(name);
        return column === undefined ? [] : [{ column, name }];
      }),
    };
  const told = result.error.issues.slice(0, MOST_TOLD);
  const problems = told.map((issue, index) => {
    const problem = faultOf(issue, value);
    const said =
      issue.path.length === 0 ? problem : fact('{place}: {problem}', { place: whereOf(issue.path), problem });
    return index < told.length - 1 ? fact('{problem};', { problem: said }) : fact('{problem}.', { problem: said });
  });
  throw new AppError('control.unreadable', { path, problem: together(problems) });
}

/** `EUR=123.45:200`, `EUR/2026-01-31=123.45:200`, `EUR=:200`, `=:200`. @throws AppError usage.invalid */
export function parseExpected(text: string): ControlFigure {
  const [, code, day, sum, number] = /^([A-Z]{3})?(?:\/(\d{4}-\d\d-\d\d))?=([^:]*)(?::(\d+))?$/.exec(text.trim()) ?? [];
  const result = figureSchema.safeParse({
    ...(code && { currency: code }),
    ...(day && { day }),
    ...(sum && { sum }),
    ...(number && { count: Number(number) }),
  });
  if (result.success) return result.data;
  const problem = fact('“{text}” is no control figure. It is written as {forms}.', {
    text,
    forms: either(['EUR=123.45:200', 'EUR/2026-01-31=123.45:200', '=:200']),
  });
  throw new AppError('usage.invalid', { problem });
}

function jsonFigures(text: string, path: string): Written {
  try {
    // The digits of a sum must stay as they are written.
    const value: unknown = JSON.parse(text, (key, value: unknown, context?: { source?: string }) =>
      columnCalled(key) === 'sum' && typeof value === 'number' ? (context?.source ?? String(value)) : value,
    );
    const manifest = manifestSchema.safeParse(value).data?.byDay;
    // What has no currency or day is in no figure.
    const list = manifest?.filter(({ currency, day }) => currency !== '' && day !== '') ?? value;
    if (!Array.isArray(list)) return { value: list, names: [] };
    const [first] = z.array(z.record(z.string(), z.unknown())).safeParse(list).data ?? [];
    return { value: list.map(withOurNames), names: Object.keys(first ?? {}) };
  } catch (cause) {
    throw new AppError('control.unreadable', { path, problem: fact('this is not valid JSON.') }, { cause });
  }
}

/** As much of a manifest as tells what its files come to. */
const manifestSchema = z.object({ byDay: z.array(z.looseObject({ currency: z.string(), day: z.string() })) });

function withOurNames(figure: unknown): unknown {
  const record = z.record(z.string(), z.unknown()).safeParse(figure);
  if (!record.success) return figure;
  return Object.fromEntries(Object.entries(record.data).map(([name, value]) => [columnCalled(name) ?? name, value]));
}

function csvFigures(text: string, path: string): Written {
  const [first = ''] = text.trimStart().split(/[\r\n]/, 1);
  const delimiter = ([';', '\t', ','] as const).find((candidate) => first.includes(candidate)) ?? ',';
  const [header = [], ...rows] = recordsOf(text, delimiter, path);
  const names = header.map((name) => {
    const column = columnCalled(name);
    if (column !== undefined) return column;
    const problem = fact('the first line must name the columns {columns}, but has “{name}”.', {
      columns: controlColumns,
      name: name.slice(0, 40),
    });
    throw new AppError('control.unreadable', { path, problem });
  });
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) {
    const problem = fact('two columns are called {name}, and only one can be meant.', { name: twice });
    throw new AppError('control.unreadable', { path, problem });
  }
  const longer = rows.findIndex((cells) => cells.length > names.length);
  if (longer >= 0) {
    const problem = fact(
      'figure {figure} has more columns than the first line names: is a comma a decimal mark there?',
      { figure: String(longer + 1) },
    );
    throw new AppError('control.unreadable', { path, problem });
  }
  const sums = rows.map((cells) => cells[names.indexOf('sum')] ?? '');
  const amount = amountReader(sums, path);
  const value = rows.map((cells) => {
    const entries = names.flatMap((name, at): [string, unknown][] => {
      const cell = cells[at] ?? '';
      if (cell === '') return [];
      // “1.000” is no number of transactions that can be read in one way.
      if (name === 'count') return [[name, /^\d+$/.test(cell) ? Number(cell) : cell]];
      if (name === 'day') return [[name, writtenDay(cell) ?? cell]];
      return [[name, name === 'sum' ? amount(cell) : cell]];
    });
    return Object.fromEntries(entries);
  });
  return { value, names: header };
}

/** Those that are not blank. @throws AppError control.unreadable */
function recordsOf(text: string, delimiter: Delimiter, path: string): string[][] {
  try {
    return [...recordsIn(Buffer.from(text), delimiter)]
      .map((cells) => cells.map((cell) => cell.trim()))
      .filter((cells) => cells.some((cell) => cell !== ''));
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new AppError(
      'control.unreadable',
      { path, problem: fact('a quote is not closed, or stands within a cell.') },
      { cause },
    );
  }
}

function columnCalled(name: string): ControlColumn['column'] | undefined {
  const bare = name.toLowerCase().replace(/[\s_.-]/g, '');
  return recognisedColumns.find((column) => columns[column].includes(bare));
}

/** “31.01.2026”, “1.2.2026”, “31 Jan 2026”, “1er févr. 2026” as 2026-01-31; with slashes, nobody can tell the month from the day. */
function writtenDay(text: string): string | undefined {
  const [, day, month = '', year] = /^(\d{1,2})(?:\.|er)?\s*(\d{1,2}|\p{L}+)\.?\s*(\d{4})$/u.exec(text) ?? [];
  const number = /^\d/.test(month) ? Number(month) : monthOfName(month);
  if (day === undefined || number === undefined) return undefined;
  return `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** With the marks of the whole column; none are guessed where 1.234 could be read in two ways. */
function amountReader(sums: readonly string[], path: string): (cell: string) => string {
  const given = sums.filter((sum) => sum !== '');
  const marks = guessMarks(given, '.');
  if (marks === undefined) return (cell) => cell;
  if (!marks.isCertain) {
    const unclear = given.find((sum) => /[.,]/.test(sum)) ?? '';
    const problem = fact('“{cell}” can be read in two ways: write the sums with two decimals, or without the mark.', {
      cell: unclear.slice(0, 40),
    });
    throw new AppError('control.unreadable', { path, problem });
  }
  const read = numberReader(marks.numbers);
  return (cell) => read(cell) ?? cell;
}

function whereOf([at, name]: readonly PropertyKey[]): Fact {
  const figure = String(Number(at) + 1);
  return name === undefined
    ? fact('figure {figure}', { figure })
    : fact('figure {figure}, {name}', { figure, name: String(name) });
}
