/** @file What a table of texts adds up to: its sums, and its numbers by day or by state. Pure. */

import { amountDigits } from '../../src-shared/amounts.ts';
import { sumOf } from './decimals.ts';
import { numberColumns, type TextTable } from './table-order.ts';

/** Names of numbers that say nothing when added: ids, codes, rates, limits, times. */
const NOT_SUMMED =
  /(^|[^a-z])(ids?|uuid|guid|code|year|month|week|day|hour|minute|second|rate|ratio|percent(age)?|per|avg|average|mean|median|min|max|limit|quota|port|version|status|priority|rank|score|level|offset|page|number|no|index|timestamp|epoch|at|lat|lon|age)([^a-z]|$)/i;
const MONEY = /amount|sum|volume|balance|turnover/i;
const CURRENCY = /currency/i;
const STATE = /(^|[^a-z])(status|state|outcome|result|type|kind|source|severity|method|category|currency)([^a-z]|$)/i;
const DAY = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/;
const MOST_STATES = 12;
const MOST_DAYS = 366;

/** A name in words: `createdAt` and `created_at` alike. */
const inWords = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1_$2');

/** The columns whose sum says something. */
export function summedColumns(table: TextTable): number[] {
  const isNumber = numberColumns(table);
  return table.columns.flatMap((name, column) =>
    isNumber[column] === true && !NOT_SUMMED.test(inWords(name)) ? [column] : [],
  );
}

/** Cells as people read them: figures with their thousands apart, and a dash for what the service leaves empty. */
export function cellWords(table: TextTable): (row: readonly string[], column: number) => string {
  const figures = new Set(summedColumns(table));
  const currency = table.columns.findIndex((name) => CURRENCY.test(name));
  return (row, column) => {
    const cell = row[column] ?? '';
    if (cell === '') return '–';
    if (!figures.has(column)) return cell;
    const isMoney = MONEY.test(table.columns[column] ?? '');
    return amountDigits(cell, isMoney ? (row[currency] ?? '') : '');
  };
}

export interface Total {
  column: number;
  /** By currency where it is money of several; otherwise one without a unit. */
  sums: { unit: string; sum: string }[];
}

const MOST_UNITS = 4;

/** The sums of the columns that can be summed: money only with money of the same currency. */
export function totalsOf(table: TextTable): Total[] {
  const currency = table.columns.findIndex((name) => CURRENCY.test(name));
  return summedColumns(table).flatMap((column) => {
    const isMoney = currency >= 0 && MONEY.test(table.columns[column] ?? '');
    const units = new Map<string, string[]>();
    for (const row of table.rows) {
      const cell = row[column] ?? '';
      if (cell === '') continue;
      const unit = isMoney ? (row[currency] ?? '') : '';
      const cells = units.get(unit);
      if (cells === undefined) units.set(unit, [cell]);
      else cells.push(cell);
    }
    const sums = [...units].map(([unit, cells]) => ({ unit, sum: sumOf(cells) }));
    const known = sums.filter((one): one is { unit: string; sum: string } => one.sum !== undefined);
    return known.length === sums.length && sums.length <= MOST_UNITS ? [{ column, sums: known }] : [];
  });
}

export interface Grouping {
  /** The column whose values are the groups. */
  column: number;
  kind: 'day' | 'state';
}

/** What the rows can be told apart by: days first, then states; at most one column of days. */
export function groupingsOf({ columns, rows }: TextTable): Grouping[] {
  if (rows.length < 2) return [];
  const of = (column: number) => rows.map((row) => row[column] ?? '').filter((cell) => cell !== '');
  const isDays = (column: number) => {
    const cells = of(column);
    return cells.length > 0 && cells.every((cell) => DAY.test(cell));
  };
  const day = columns.findIndex((_, column) => isDays(column));
  const states = columns.flatMap((name, column) => {
    const distinct = new Set(of(column));
    const isState = STATE.test(inWords(name)) && distinct.size > 1 && distinct.size <= MOST_STATES;
    return isState && column !== day ? [{ column, kind: 'state' as const }] : [];
  });
  return [...(day >= 0 ? [{ column: day, kind: 'day' as const }] : []), ...states];
}

export interface Group {
  name: string;
  /** For a picture only, where a rounded number does. */
  value: number;
}

/**
 * The groups with how many rows they have, or with what their numbers add up to; days in their order, and the last of very
 * many, states by size. Rows without a value in the column belong to no group.
 * @param measure the column that is added up; undefined: rows are counted
 */
export function groupsOf({ rows }: TextTable, { column, kind }: Grouping, measure: number | undefined): Group[] {
  const groups = new Map<string, number>();
  for (const row of rows) {
    const cell = row[column] ?? '';
    const name = kind === 'day' ? DAY.exec(cell)?.[1] : cell;
    if (name === undefined || name === '') continue;
    const value = measure === undefined ? 1 : Number(row[measure] || 0);
    groups.set(name, (groups.get(name) ?? 0) + (Number.isFinite(value) ? value : 0));
  }
  const all = [...groups].map(([name, value]) => ({ name, value }));
  if (kind === 'state') return all.sort((one, other) => other.value - one.value);
  return all.sort((one, other) => (one.name < other.name ? -1 : 1)).slice(-MOST_DAYS);
}
