/**
 * @file The queue on its way to the page: a snapshot has what moves, what needs a person, and the latest of the others; the
 * rest follows in pieces, which may come before or after changes that were told later or earlier. Pure.
 * [Note: Out of order] A row of the list is never older than that of a piece, as far as the page was told: so a piece adds
 * only submissions that the list does not know. One that was taken out meanwhile may still be in a piece that was made
 * before; it is known by its id. A piece that was made later than the latest change only shows early what the next changes
 * say again.
 */

import type { OlderSubmissions, QueueSnapshot, QueueState, SubmissionRow } from '../src-shared/contract.ts';
import { afterChange, fromSnapshot, type QueueList } from './queue-list.ts';

type Id = SubmissionRow['id'];

export interface Arrival {
  /** What is known by now, without the pieces until all of them are there: each would arrange the page again. */
  list: QueueList;
  pieces: readonly (readonly SubmissionRow[])[];
  /** The submissions that were taken out since the snapshot. */
  taken: ReadonlySet<Id>;
  /** The submissions before this one are still to come; undefined once all are there. */
  before: Id | undefined;
}

/** The arrival as it begins; the version continues from that of the list before. */
export function arrivalOf(snapshot: QueueSnapshot, before?: QueueList): Arrival {
  const list = fromSnapshot(snapshot, before);
  return { list, pieces: [], taken: new Set(), before: snapshot.older?.before };
}

/** The arrival after one more piece; with the last one, the list is complete. */
export function afterPiece(arrival: Arrival, { submissions, before }: OlderSubmissions): Arrival {
  const pieces = [...arrival.pieces, submissions];
  if (before !== undefined) return { ...arrival, pieces, before };
  const { list, taken } = arrival;
  const rows = new Map(list.rows);
  for (const row of pieces.flat()) if (!rows.has(row.id) && !taken.has(row.id)) rows.set(row.id, row);
  return { ...arrival, list: { ...list, rows, older: 0, version: list.version + 1 }, pieces: [], before };
}

/** The arrival after a change, as `afterChange` has it. */
export function arrivalAfter(arrival: Arrival, change: QueueState): Arrival | 'gap' {
  const list = afterChange(arrival.list, change);
  if (list === 'gap' || list === arrival.list) return list === 'gap' ? list : arrival;
  if (arrival.before === undefined) return { ...arrival, list };
  // What is brought back later is in the list.
  return { ...arrival, list, taken: new Set([...arrival.taken, ...change.removed]) };
}
