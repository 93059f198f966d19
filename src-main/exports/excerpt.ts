/** @file The beginning of a cell, to be kept, or quoted in a sentence. Pure. */

import { Buffer } from 'node:buffer';

const LONGEST = 40;

/** On one line, and cut where it is long. */
export function excerpt(cell: string): string {
  const line = cell.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${beginningOf(line, LONGEST)}…` : line;
}

/** At most so many characters, as a text of its own: a slice would keep all of a cell in memory for as long as it is kept itself. */
export function beginningOf(cell: string, most: number): string {
  return cell.length > most ? Buffer.from(cell.slice(0, most), 'utf16le').toString('utf16le') : cell;
}
