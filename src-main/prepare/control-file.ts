/** @file The control figures of the source system, from a file (CSV or JSON) or as they were typed. */

import { z } from 'zod';
import { AppError } from '../../src-shared/errors.ts';
import { exactAmount } from '../../src-shared/exact-amount.ts';
import type { ControlFigure } from './control-figures.ts';

const currency = z.string().regex(/^[A-Z]{3}$/, 'is no currency code');
const count = z.int().nonnegative();
const amount = z.string().refine((text) => exactAmount(text) !== undefined, 'is no amount such as -1234.56');
const figureSchema = z
  .strictObject({
    currency: currency.optional(),
    day: z.iso.date().optional(),
    count: count.optional(),
    sum: amount.optional(),
  })
  .refine(({ count: number, sum }) => number !== undefined || sum !== undefined, 'has neither count nor sum')
  .refine((figure) => figure.sum === undefined || figure.currency !== undefined, 'a sum needs a currency');
const figuresSchema = z.array(figureSchema).min(1);

const COLUMNS = ['currency', 'day', 'count', 'sum'] as const;

/** The figures of a JSON list, or of CSV with the columns currency, day, count and sum. @throws AppError control.unreadable */
export function parseControl(given: string, path: string): ControlFigure[] {
  const text = given.replace(/^\uFEFF/, '');
  const value = /^\s*[[{]/.test(text) ? jsonFigures(text, path) : csvFigures(text, path);
  const result = figuresSchema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${whereOf(issue.path)}: ${issue.message}`);
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
    return JSON.parse(text, (key, value: unknown, context?: { source?: string }) =>
      key === 'sum' && typeof value === 'number' ? (context?.source ?? String(value)) : value,
    );
  } catch (cause) {
    throw new AppError('control.unreadable', { path, problem: 'this is not valid JSON.' }, { cause });
  }
}

function csvFigures(text: string, path: string): unknown {
  const [header = '', ...lines] = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const delimiter = [';', '\t', ','].find((candidate) => header.includes(candidate)) ?? ',';
  const cellsOf = (line: string) => line.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const names = cellsOf(header).map((name) => name.toLowerCase());
  const unknown = names.find((name) => !COLUMNS.some((column) => column === name));
  if (unknown !== undefined) {
    const problem = `the first line must name the columns currency, day, count and sum, but has “${unknown.slice(0, 40)}”.`;
    throw new AppError('control.unreadable', { path, problem });
  }
  return lines.map((line) => {
    const cells = cellsOf(line);
    const entries = names.flatMap((name, at): [string, unknown][] => {
      const cell = cells[at] ?? '';
      return cell === '' ? [] : [[name, name === 'count' ? Number(cell) : cell]];
    });
    return Object.fromEntries(entries);
  });
}

function whereOf([at, name]: readonly PropertyKey[]): string {
  const figure = typeof at === 'number' ? `figure ${at + 1}` : 'control figures';
  return name === undefined ? figure : `${figure}, ${String(name)}`;
}
