/** @file Which row has the names of the columns, from the first records of a table. Pure. */

import { isBlank, type SampleRecord } from './sample-records.ts';

/** Numbers, amounts, dates, times, UUIDs, account numbers: what names of columns are not. */
const VALUE =
  /^[-+]?[\d.,' ]*\d[-+]?\s?(?:[A-Z]{3}|[€$£%])?$|^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}([ T].*)?$|^\d{1,2}:\d{2}(:\d{2})?|^[0-9a-f]{8}-[0-9a-f-]{27}$|^[A-Z]{2}\d{2}[A-Z0-9 ]{10,30}$|^[^@\s]+@[^@\s]+\.[^@\s]+$/i;

/** The row's number, or 0 where the first full row is one of the table already, or there is none. */
export function detectHeaderRow(records: readonly SampleRecord[], columns: number): number {
  const filled = records.filter((record) => !isBlank(record));
  const full = filled.filter((record) => isFull(record, columns));
  const [first, second] = full;
  if (first?.cells === undefined) return filled.find(({ cells }) => cells?.length === columns)?.number ?? 0;
  if (isComment(first) && second?.cells !== undefined && shareOfValues(second.cells) === 0) {
    return detectHeaderRow(records.slice(records.indexOf(first) + 1), columns);
  }
  return looksLikeNames(first.cells, full.slice(1)) ? first.number : 0;
}

function isComment({ cells }: SampleRecord): boolean {
  return cells?.[0]?.startsWith('#') === true;
}

/** Not a title, of which most cells are missing or empty. */
function isFull({ cells }: SampleRecord, columns: number): boolean {
  if (cells === undefined) return false;
  const named = cells.filter((cell) => cell.trim() !== '').length;
  return columns <= 2 ? cells.length >= columns && named >= 1 : named * 2 > columns;
}

function looksLikeNames(cells: readonly string[], below: readonly SampleRecord[]): boolean {
  const share = shareOfValues(cells);
  if (share === 0) return true;
  if (share > 0.25) return false;
  const shares = below.map((record) => shareOfValues(record.cells ?? []));
  const usual = shares.reduce((sum, one) => sum + one, 0) / Math.max(1, shares.length);
  return usual > 2 * share;
}

function shareOfValues(cells: readonly string[]): number {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return filled.filter((cell) => VALUE.test(cell)).length / Math.max(1, filled.length);
}
