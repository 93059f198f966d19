/** @file Which submissions a person looks for: by words, state, connection and the day they were added. Pure. */

import { type Days, type Moments, momentsOf } from './calendar-days.ts';
import type { SubmissionRow } from './contract.ts';
import type { SubmissionState } from './states.ts';

export interface QueueFilter {
  /** Words that the name or the folder of the file must have, in any order; `#12` is a submission by its number. */
  search: string;
  /** One of these; empty for any. */
  states: readonly SubmissionState[];
  /** Names, also of connections that are no longer there; empty for any. */
  connections: readonly string[];
  /** When the file was added; undefined for any time. */
  added: Days | undefined;
}

export const noFilter: QueueFilter = { search: '', states: [], connections: [], added: undefined };

/** What the filter needs of a submission. */
export type Findable = Pick<SubmissionRow, 'id' | 'fileName' | 'folder' | 'state' | 'connection' | 'addedAt'>;

/** The parts of a filter, each a bit: ten thousand rows are judged between two frames. */
export const filterBits = { search: 1, states: 2, connections: 4, added: 8 } as const;

/**
 * Looks at submissions one after another, and tells the bits of the parts that each does not meet: 0 for one that the filter
 * shows. @param now for “today”
 */
export function judgeOf(filter: QueueFilter, now: number): (row: Findable) => number {
  const words = wordsOf(filter.search);
  const states = new Set<SubmissionState>(filter.states);
  const connections = new Set(filter.connections);
  const moments = filter.added === undefined ? undefined : momentsOf(filter.added, now);
  return (row) => {
    let unmet = 0;
    if (words.length > 0 && !hasWords(row, words)) unmet |= filterBits.search;
    if (states.size > 0 && !states.has(row.state)) unmet |= filterBits.states;
    if (connections.size > 0 && !connections.has(row.connection)) unmet |= filterBits.connections;
    if (!isWithin(row.addedAt, moments)) unmet |= filterBits.added;
    return unmet;
  };
}

export function isWithin(moment: number, moments: Moments | undefined): boolean {
  return moments === undefined || (moment >= moments.from && moment < moments.before);
}

const ascii = /^[\0-\x7F]*$/;

/** A text as it is compared: without letter case, accents, and marks that no person sees, such as those of direction. */
export function comparable(text: string): string {
  const lower = text.toLowerCase();
  return ascii.test(lower) ? lower : lower.normalize('NFKD').replace(/[\p{Mn}\p{Cf}]/gu, '');
}

const wordsOf = (search: string): string[] =>
  comparable(search)
    .split(/\s+/)
    .filter((word) => word !== '');

/** Rows are never changed, only replaced. */
const compared = new WeakMap<Findable, string>();

function hasWords(row: Findable, words: readonly string[]): boolean {
  let text = compared.get(row);
  if (text === undefined) {
    text = comparable(`${row.fileName}\n${row.folder}`);
    compared.set(row, text);
  }
  const known = text;
  return words.every((word) => known.includes(word) || word === `#${row.id}`);
}
