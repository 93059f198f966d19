/** @file The beginning of a cell, as sentences quote it. Pure. */

const LONGEST = 40;

/** On one line, and cut where it is long. */
export function excerpt(cell: string): string {
  const line = cell.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
