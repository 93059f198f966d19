/**
 * @file Whether a text is a table. It is one if most of its lines have the same number of parts between separators, or several lines
 * below a title do; if blanks stand in the same places of most lines; or if it is a list of single words. A letter, a log, a README
 * or source code is none. Pure.
 */

import { Buffer } from 'node:buffer';
import type { Delimiter } from './delimited/record-cells.ts';
import { isBlank, type SampleRecord, sampleRecords } from './delimited/sample-records.ts';

const delimiters: readonly Delimiter[] = ['\t', ';', '|', ','];
/** More than half. */
const MOST = 0.51;
const NEARLY_ALL = 0.9;
const SOME = 0.25;
/** Names of columns, with rows below them, are told from other lines by so many parts. */
const FEWEST_NAMES = 4;
/** So many lines may stand above them. */
const TITLE_LINES = 20;
/** A separator of this line in Excel. */
const DECLARED = /^"?sep=[,;\t|]/i;
const MOST_LINES = 300;

/** @param isWhole whether nothing follows: else the last line is cut */
export function holdsTable(text: string, isWhole: boolean): boolean {
  const lines = linesOf(text, isWhole);
  if (lines.length === 0 || DECLARED.test(text)) return true;
  return isListOfWords(lines) || hasWidths(lines) || isDivided(text, lines, isWhole);
}

/** That have something in them. */
function linesOf(text: string, isWhole: boolean): string[] {
  const lines = text.split(/\r\n|\n|\r/, MOST_LINES + 1);
  if (!isWhole || lines.length > MOST_LINES) lines.pop();
  return lines.filter((line) => line.trim() !== '');
}

function isListOfWords(lines: readonly string[]): boolean {
  return isPart(lines.filter((line) => !/\S\s+\S/.test(line)).length, lines.length, NEARLY_ALL);
}

function isPart(count: number, of: number, part: number): boolean {
  return count >= part * of;
}

function isDivided(text: string, lines: readonly string[], isWhole: boolean): boolean {
  const bytes = Buffer.from(text);
  // Only what stands in several lines needs a closer look.
  const likely = delimiters.filter(
    (one) => lines.filter((line) => line.includes(one)).length >= Math.min(2, lines.length),
  );
  return likely.some((delimiter) => {
    const records = sampleRecords({ bytes, isWhole }, delimiter).filter((record) => !isBlank(record));
    return divides(records, delimiter);
  });
}

function divides(records: readonly SampleRecord[], delimiter: Delimiter): boolean {
  const lines = records.map(({ cells = [] }) => (delimiter === ',' && isTime(cells) ? [] : cells));
  if (delimiter === ',' && areOfSentences(lines))
    return (lines.length > 2 && isEven(lines, NEARLY_ALL)) || hasRowsBelowTitle(lines, MOST);
  return (
    isEven(lines, MOST) ||
    isEven(lines.map(withoutEmptyEnd), MOST) ||
    hasNamesAbove(lines) ||
    hasRowsBelowTitle(lines, SOME) ||
    isRagged(lines)
  );
}

/** Whether so many lines have the same number of parts, and something in more than one of them: source code has a semicolon at the end. */
function isEven(lines: readonly (readonly string[])[], part: number): boolean {
  const divided = lines.filter((cells) => filledIn(cells) > 1);
  const [, count = 0] = mostFrequent(divided.map(({ length }) => length)) ?? [];
  return isPart(count, lines.length, part);
}

/** Cells may be empty below names. */
function hasNamesAbove(lines: readonly (readonly string[])[]): boolean {
  const [names = []] = lines;
  const same = lines.filter(({ length }) => length === names.length).length;
  return names.length > 1 && filledIn(names) === names.length && isPart(same, lines.length, NEARLY_ALL);
}

/** Among titles and remarks: names of columns, all of them filled, with a row directly below them, and more among the lines that follow. */
function hasRowsBelowTitle(lines: readonly (readonly string[])[], part: number): boolean {
  return lines.slice(0, TITLE_LINES).some((names, at) => {
    if (names.length < FEWEST_NAMES || filledIn(names) < names.length) return false;
    const below = lines.slice(at + 1);
    const rows = below.filter((cells) => cells.length === names.length && filledIn(cells) > 1);
    return rows.length > 0 && rows[0] === below[0] && isPart(rows.length, below.length, part);
  });
}

/** Some programs leave out empty cells at the end of a row. */
function isRagged(lines: readonly (readonly string[])[]): boolean {
  return isPart(
    lines.filter((cells) => cells.length >= FEWEST_NAMES && filledIn(cells) > 2).length,
    lines.length,
    MOST,
  );
}

/** Whether commas are mostly those of sentences, with a blank behind each. */
function areOfSentences(lines: readonly (readonly string[])[]): boolean {
  const behind = lines.flatMap((cells) => cells.slice(1));
  return behind.filter((cell) => cell.startsWith(' ')).length * 2 > behind.length;
}

/** Logs write 12:00:00,123. */
function isTime(cells: readonly string[]): boolean {
  return /\d:\d\d$/.test(cells[0] ?? '') && /^\d{3}\b/.test(cells[1] ?? '');
}

function filledIn(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
}

function mostFrequent(values: readonly number[]): readonly [value: number, count: number] | undefined {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0];
}

/** Either all lines have the same length, or columns are filled up with blanks. */
function hasWidths(lines: readonly string[]): boolean {
  const [, same = 0] = mostFrequent(lines.map(({ length }) => length)) ?? [];
  if (lines.length > 1 && isPart(same, lines.length, NEARLY_ALL)) return true;
  const width = Math.max(...lines.map((line) => line.trimEnd().length));
  const isBlank = (line: string, at: number) => (line[at] ?? ' ') === ' ';
  const blank = Array.from({ length: Math.min(width, 1000) }, (_, at) =>
    isPart(lines.filter((line) => isBlank(line, at)).length, lines.length, NEARLY_ALL),
  );
  return blank.some((_, at) => blank[at] === true && blank[at + 1] !== true && isFilledUp(lines, at));
}

/** Whether there is text before and behind a place in most lines, with as many blanks between as the columns need. */
function isFilledUp(lines: readonly string[], at: number): boolean {
  const gaps = lines.flatMap((line) => {
    const [before, behind] = [line.slice(0, at + 1), line.slice(at + 1)];
    if (before.trim() === '' || behind.trim() === '') return [];
    return [before.length - before.trimEnd().length + behind.length - behind.trimStart().length];
  });
  const [, same = 0] = mostFrequent(gaps) ?? [];
  return isPart(gaps.length, lines.length, MOST) && !isPart(same, gaps.length, NEARLY_ALL);
}
