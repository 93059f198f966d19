/**
 * @file Finds the templates that an export may have been prepared with before, by its look: its format, its sheets, its columns
 * and whether their cells can still be read. Pure.
 */

import { isDeepStrictEqual } from 'node:util';
import { wordsOf } from '../../src-shared/column-words.ts';
import { roles } from '../../src-shared/entity-roles.ts';
import { hasAllColumnsAtStart } from '../../src-shared/formats.ts';
import type { TemplateDifference } from '../../src-shared/preparation-shapes.ts';
import { columnsOfDirection } from '../../src-shared/template-direction.ts';
import type { Reading, Template, Value } from '../../src-shared/template-shapes.ts';
import { shorten } from '../check/findings/finding.ts';
import type { Row } from '../exports/rows.ts';
import { type GuessedField, guessTemplate } from './guess.ts';
import { likeness } from './guessing/column-names.ts';
import { isBlank } from './row-cells.ts';
import { rowMapper } from './row-mapper.ts';
import { columnsOfValue, namedColumns } from './used-columns.ts';

/** What is known of a table of an export: its columns, and some of its rows. */
export interface LookedAt {
  name: string;
  columns: readonly string[];
  reading: Reading;
  rows: readonly Row[];
}

/** How a template fits an export. */
export interface Fit<Known extends Template> {
  template: Known;
  differences: TemplateDifference[];
  /** Whether nothing has changed of what the template reads. */
  isSafe: boolean;
}

/** Below this share of columns in common, another export is more likely than a changed one. */
const LEAST_IN_COMMON = 0.6;
/** How much a column counts that is another by its name, but would fill the same field: many exports have an amount. */
const RENAMED = 0.5;
/** From here on a column is the same in another spelling. */
const SAME_NAME = 0.97;
/** Of the filled cells of a column: a few that cannot be read are faults of their rows. */
const MOST_UNREADABLE = 0.5;
const SHOWN_CELL = 40;

/**
 * The templates that come close, the best first: before the others those in which nothing has changed that they read; of equal
 * ones, in the order in which they are given.
 * @param chosen one that is compared even where it does not come close
 */
export function recognise<Known extends Template>(
  tables: readonly LookedAt[],
  templates: readonly Known[],
  chosen?: Known,
): Fit<Known>[] {
  const guess = guesses();
  const fits = templates.flatMap((template) => {
    const meant = meantBy(template, tables);
    const [first] = meant;
    if (first === undefined) return [];
    const mayFit = template === chosen || mostInCommon(first.columns, template.columns) >= LEAST_IN_COMMON;
    const differences = mayFit ? differencesOf(template, meant, tables, guess) : [];
    const common = inCommon(first.columns, template.columns, differences);
    if (!mayFit || (common < LEAST_IN_COMMON && template !== chosen)) return [];
    return [{ template, differences, isSafe: !differences.some(isOfWhatIsRead), common }];
  });
  return fits
    .toSorted((one, other) => Number(other.isSafe) - Number(one.isSafe) || other.common - one.common)
    .map(({ common: _, ...fit }) => fit);
}

/** The tables that the template would be used for, where they are in its format. */
function meantBy({ reading, columns }: Template, tables: readonly LookedAt[]): readonly LookedAt[] {
  if (tables.some((table) => table.reading.format !== reading.format)) return [];
  const named = reading.format === 'xlsx' ? reading.sheets : undefined;
  const meant = named === undefined ? tables : tables.filter(({ name }) => named.includes(name));
  if (meant.length > 0) return meant;
  // Where its sheet is called otherwise today, it is the one that is most like it.
  const nearest = tables.toSorted((one, other) => inCommon(other.columns, columns) - inCommon(one.columns, columns));
  return nearest.slice(0, 1);
}

/** The share of all columns that both have, those with new names included. */
function inCommon(
  columns: readonly string[],
  known: readonly string[],
  differences: readonly TemplateDifference[] = [],
): number {
  if (columns.length === 0 || known.length === 0) return 0;
  const [own, theirs] = [new Set(columns), new Set(known)];
  const all = new Set([...own, ...theirs]).size;
  const renamed = differences.filter(({ kind }) => kind === 'renamed');
  const alike = renamed.map((one) => (one.kind === 'renamed' && isSameName(one.column, one.before) ? 1 : RENAMED));
  const shared = own.size + theirs.size - all + alike.reduce((sum, one) => sum + one, 0);
  return shared / (all - renamed.length);
}

/** As much as they can have in common where as many columns as possible have new names. */
function mostInCommon(columns: readonly string[], known: readonly string[]): number {
  const [own, theirs] = [new Set(columns), new Set(known)];
  return Math.min(own.size, theirs.size) / Math.max(1, own.size, theirs.size);
}

const isSameName = (one: string, other: string): boolean => likeness(wordsOf(one), wordsOf(other)) >= SAME_NAME;

function isOfWhatIsRead(difference: TemplateDifference): boolean {
  switch (difference.kind) {
    case 'new':
    case 'reading':
      return false;
    case 'gone':
    case 'renamed':
      return difference.isRead;
    case 'otherwise':
    case 'no-sheet':
      return true;
  }
}

function differencesOf(
  template: Template,
  meant: readonly LookedAt[],
  tables: readonly LookedAt[],
  guess: GuessedValues,
): TemplateDifference[] {
  const { reading } = template;
  const sheets = reading.format === 'xlsx' ? (reading.sheets ?? []) : [];
  const missing = sheets.filter((sheet) => !tables.some(({ name }) => name === sheet));
  return [
    ...missing.map((sheet): TemplateDifference => ({ kind: 'no-sheet', sheet })),
    ...differencesOfColumns(template, meant, guess),
    ...unreadableIn(template, meant),
  ];
}

function differencesOfColumns(
  template: Template,
  meant: readonly LookedAt[],
  guess: GuessedValues,
): TemplateDifference[] {
  const read = namedColumns(template);
  const sameMeaning = meaningIn(template, meant, guess);
  const insteadOf = guessedInstead(template, meant, guess);
  const known = new Set(template.columns);
  const added = new Set(meant.flatMap(({ columns }) => columns.filter((column) => !known.has(column))));
  const gone = [...known].filter((column) => !meant.every(({ columns }) => columns.includes(column)));
  const differences: TemplateDifference[] = [];
  for (const before of gone) {
    const isRead = read.has(before);
    const column =
      [...added].find((one) => isSameName(one, before)) ?? (isRead ? sameMeaning(before, added) : undefined);
    if (column !== undefined) {
      added.delete(column);
      differences.push({ kind: 'renamed', column, before, isRead });
    } else if (!mayBeAbsent(before, template)) {
      const instead = isRead ? insteadOf(before, added) : undefined;
      differences.push({ kind: 'gone', column: before, isRead, ...(instead !== undefined && { instead }) });
    }
  }
  return [...[...added].map((column): TemplateDifference => ({ kind: 'new', column })), ...differences];
}

/** What a guess would make each field of. */
type GuessedValues = (table: LookedAt) => ReadonlyMap<string, GuessedField>;

/** Each table is guessed once, however many templates there are. */
function guesses(): GuessedValues {
  const known = new Map<LookedAt, ReadonlyMap<string, GuessedField>>();
  return (table) => {
    const guessed = known.get(table) ?? new Map(guessTemplate(table, '').fields.map((one) => [one.field, one]));
    known.set(table, guessed);
    return guessed;
  };
}

/** Finds the new column from which a guess would fill the very field that was filled from one that has gone. */
function meaningIn({ fields }: Template, [table]: readonly LookedAt[], guess: GuessedValues) {
  return (before: string, added: ReadonlySet<string>): string | undefined => {
    if (table === undefined) return undefined;
    const guessed = guess(table);
    for (const [field, value] of Object.entries(fields)) {
      const isFromIt = 'source' in value && value.source.from === 'column' && value.source.column === before;
      const [column, ...more] = (isFromIt ? guessed.get(field)?.columns : undefined) ?? [];
      if (column !== undefined && more.length === 0 && added.has(column)) return column;
    }
    return undefined;
  };
}

/**
 * Finds what a guess would fill the fields with that were filled from a column that has gone: from new columns, or without any.
 * Undefined unless it fills all of them, and nothing else reads that column; where a table still has it, or is guessed otherwise,
 * what one table says is not true of all.
 */
function guessedInstead(template: Template, meant: readonly LookedAt[], guess: GuessedValues) {
  return (before: string, added: ReadonlySet<string>): Record<string, Value> | undefined => {
    const reading = Object.entries(template.fields).filter(([, value]) => columnsOfValue(value).includes(before));
    const without = { ...template, fields: { ...template.fields } };
    for (const [field] of reading) delete without.fields[field];
    if (reading.length === 0 || namedColumns(without).has(before)) return undefined;
    if (meant.some(({ columns }) => columns.includes(before))) return undefined;
    const instead = reading.flatMap(([field]) => {
      const [found, ...others] = meant.map((table) => guess(table).get(field));
      const isOwn = found?.isAssigned === true && columnsOfValue(found.value).every((column) => added.has(column));
      const isSame = others.every((other) => isDeepStrictEqual(other?.value, found?.value));
      return isOwn && isSame ? [[field, found.value] as const] : [];
    });
    return instead.length === reading.length ? Object.fromEntries(instead) : undefined;
  };
}

/** Where each row has keys of its own: that no party at the beginning has one of the two forms is no change. */
function mayBeAbsent(
  column: string,
  { reading, fields, additionalFields, leaveOutRows, direction }: Template,
): boolean {
  if (hasAllColumnsAtStart(reading.format)) return false;
  const readers = Object.entries(fields).filter(([, value]) => columnsOfValue(value).includes(column));
  const others = [
    ...Object.values(additionalFields).flatMap(columnsOfValue),
    ...leaveOutRows.map((one) => one.column),
    ...columnsOfDirection(direction),
  ];
  return !others.includes(column) && readers.every(([field]) => roles.some((role) => field.startsWith(`${role}.`)));
}

/** The columns most of whose cells the template cannot read. */
function unreadableIn(template: Template, meant: readonly LookedAt[]): TemplateDifference[] {
  const unreadable = new Map<string, string>();
  for (const { columns, rows } of meant) {
    const map = rowMapper(template, columns);
    const faulty = new Map<string, string[]>();
    const judged = rows.filter((row) => {
      const mapped = map(row);
      const faults = mapped.kind === 'refused' ? mapped.faults : [];
      // One cell may become several fields.
      const cells = new Map(faults.flatMap(({ column = '', cell = '' }) => (isBlank(cell) ? [] : [[column, cell]])));
      for (const [column, cell] of cells) faulty.set(column, [...(faulty.get(column) ?? []), cell]);
      return mapped.kind !== 'left-out';
    });
    for (const [column, [first = '', ...more]] of faulty) {
      const place = columns.indexOf(column);
      const filled = judged.filter(({ cells }) => !isBlank(cells[place] ?? '')).length;
      if (more.length + 1 > filled * MOST_UNREADABLE && !unreadable.has(column)) unreadable.set(column, first);
    }
  }
  return [...unreadable].map(([column, cell]) => ({ kind: 'otherwise', column, cell: shorten(cell, SHOWN_CELL) }));
}
