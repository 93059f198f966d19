/** @file The control figures of the source system, from a file (CSV or JSON) or as they were typed. */

import { Buffer } from 'node:buffer';
import { CsvError } from 'csv-parse/sync';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { exactAmount } from '../../../src-shared/exact-amount.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { type Delimiter, recordsIn } from '../../exports/delimited/record-cells.ts';
import { guessMarks } from '../../templates/guessing/number-marks.ts';
import { numberReader } from '../../templates/number-text.ts';
import { type ControlFigure, subjectOf } from './control-figures.ts';

const currency = z.string().regex(/^[A-Z]{3}$/, 'is no currency code');
const count = z.int('is no number of transactions').nonnegative('is less than none');
/** Without an exponent, by which programs write what they have rounded. */
const amount = z
  .string()
  .refine((text) => !/e/i.test(text) && exactAmount(text) !== undefined, 'is no amount such as -1234.56');
const figureSchema = z
  .strictObject({
    currency: currency.optional(),
    day: z.iso.date('is no day such as 2026-01-31').optional(),
    count: count.optional(),
    sum: amount.optional(),
  })
  .refine(({ count: number, sum }) => number !== undefined || sum !== undefined, 'has neither count nor sum')
  .refine((figure) => figure.sum === undefined || figure.currency !== undefined, 'a sum needs a currency');
const figuresSchema = z
  .array(figureSchema, 'this is no list of figures')
  .min(1, 'there is no figure in it')
  .refine(
    (figures) => new Set(figures.map(subjectOf)).size === figures.length,
    'two figures are of the same day and currency',
  );

/** How exports call the columns, in small letters and without spaces and marks. */
const columns: Readonly<Record<keyof ControlFigure, readonly string[]>> = {
  currency: ['currency', 'ccy', 'cur', 'währung', 'waehrung', 'devise', 'monnaie'],
  day: ['day', 'date', 'businessday', 'tag', 'datum', 'buchungstag', 'jour'],
  count: ['count', 'number', 'transactions', 'numberoftransactions', 'anzahl', 'stück', 'nombre'],
  sum: ['sum', 'amount', 'total', 'controlsum', 'betrag', 'summe', 'kontrollsumme', 'montant', 'somme'],
};

/**
 * The figures of a JSON list, of the manifest of a preparation, or of CSV with the columns currency, day, count and sum.
 * @throws AppError control.unreadable
 */
export function parseControl(given: string, path: string): ControlFigure[] {
  const text = given.replace(/^\uFEFF/, '');
  const value = /^\s*[[{]/.test(text) ? jsonFigures(text, path) : csvFigures(text, path);
  const result = figuresSchema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path: place, message }) =>
    place.length === 0 ? message : `${whereOf(place)}: ${message}`,
  );
  throw new AppError('control.unreadable', { path, problem: `${problems.slice(0, 5).join('; ')}.` });
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
  const problem = `“${text}” is no control figure. It is written as EUR=123.45:200, EUR/2026-01-31=123.45:200 or =:200.`;
  throw new AppError('usage.invalid', { problem });
}

function jsonFigures(text: string, path: string): unknown {
  try {
    // The digits of a sum must stay as they are written.
    const value: unknown = JSON.parse(text, (key, value: unknown, context?: { source?: string }) =>
      columnCalled(key) === 'sum' && typeof value === 'number' ? (context?.source ?? String(value)) : value,
    );
    const manifest = manifestSchema.safeParse(value).data?.byDay;
    // What has no currency or day is in no figure.
    const list = manifest?.filter(({ currency, day }) => currency !== '' && day !== '') ?? value;
    return Array.isArray(list) ? list.map(withOurNames) : list;
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

function csvFigures(text: string, path: string): unknown {
  const [first = ''] = text.trimStart().split(/[\r\n]/, 1);
  const delimiter = ([';', '\t', ','] as const).find((candidate) => first.includes(candidate)) ?? ',';
  const [header = [], ...rows] = recordsOf(text, delimiter, path);
  const names = header.map((name) => {
    const column = columnCalled(name);
    if (column !== undefined) return column;
    const problem = `the first line must name the columns currency, day, count and sum, but has “${name.slice(0, 40)}”.`;
    throw new AppError('control.unreadable', { path, problem });
  });
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) {
    const problem = `two columns are called ${twice}, and only one can be meant.`;
    throw new AppError('control.unreadable', { path, problem });
  }
  const longer = rows.findIndex((cells) => cells.length > names.length);
  if (longer >= 0) {
    const problem = `figure ${longer + 1} has more columns than the first line names: is a comma a decimal mark there?`;
    throw new AppError('control.unreadable', { path, problem });
  }
  const sums = rows.map((cells) => cells[names.indexOf('sum')] ?? '');
  const amount = amountReader(sums, path);
  return rows.map((cells) => {
    const entries = names.flatMap((name, at): [string, unknown][] => {
      const cell = cells[at] ?? '';
      if (cell === '') return [];
      // “1.000” is no number of transactions that can be read in one way.
      if (name === 'count') return [[name, /^\d+$/.test(cell) ? Number(cell) : cell]];
      return [[name, name === 'sum' ? amount(cell) : cell]];
    });
    return Object.fromEntries(entries);
  });
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
      { path, problem: 'a quote is not closed, or stands within a cell.' },
      { cause },
    );
  }
}

function columnCalled(name: string): keyof ControlFigure | undefined {
  const bare = name.toLowerCase().replace(/[\s_.-]/g, '');
  return (['currency', 'day', 'count', 'sum'] as const).find((column) => columns[column].includes(bare));
}

/** With the marks of the whole column; none are guessed where 1.234 could be read in two ways. */
function amountReader(sums: readonly string[], path: string): (cell: string) => string {
  const given = sums.filter((sum) => sum !== '');
  const marks = guessMarks(given, '.');
  if (marks === undefined) return (cell) => cell;
  if (!marks.isCertain) {
    const unclear = given.find((sum) => /[.,]/.test(sum)) ?? '';
    const problem = `“${unclear.slice(0, 40)}” can be read in two ways: write the sums with two decimals, or without the mark.`;
    throw new AppError('control.unreadable', { path, problem });
  }
  const read = numberReader(marks.numbers);
  return (cell) => read(cell) ?? cell;
}

function whereOf([at, name]: readonly PropertyKey[]): string {
  const figure = `figure ${Number(at) + 1}`;
  return name === undefined ? figure : `${figure}, ${String(name)}`;
}
