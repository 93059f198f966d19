/** @file The moments in the life of a batch at which a fault happens: the columns of the matrix. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { WAIT_MS } from '../patience.ts';
import type { Gate, Held } from './gate.ts';
import type { Point } from './passage.ts';
import type { RequestKind } from './wire-head.ts';

export const moments = [
  'before reserve',
  'reserved, no reply yet',
  'after reserve',
  'first byte',
  'middle',
  'last byte',
  'after body, no reply yet',
  'after reply, no record yet',
  'polling',
  'report download',
] as const;
export type Moment = (typeof moments)[number];

/** Where on the wire a moment is. */
const places: Readonly<Record<Moment, { kind: RequestKind; point: Point }>> = {
  'before reserve': { kind: 'reserve', point: 'asked' },
  'reserved, no reply yet': { kind: 'reserve', point: 'reply' },
  'after reserve': { kind: 'upload', point: 'asked' },
  'first byte': { kind: 'upload', point: 'first-byte' },
  middle: { kind: 'upload', point: 'middle' },
  'last byte': { kind: 'upload', point: 'last-byte' },
  'after body, no reply yet': { kind: 'upload', point: 'reply' },
  'after reply, no record yet': { kind: 'upload', point: 'reply' },
  polling: { kind: 'status', point: 'asked' },
  'report download': { kind: 'report', point: 'half-replied' },
};

/** Whose answer is awaited at a moment. */
export function partnerAt(moment: Moment): 'service' | 'storage' {
  const { kind } = places[moment];
  return kind === 'upload' || kind === 'report' ? 'storage' : 'service';
}

/** Whether an upload is under way. */
export function isUpload(moment: Moment): boolean {
  return places[moment].kind === 'upload';
}

/** Whether some of the batch has left the process, and some has not. */
export function isUnderway(moment: Moment): boolean {
  return moment === 'first byte' || moment === 'middle';
}

/** Whether the last block of the batch has left the process. */
export function isSent(moment: Moment): boolean {
  return moments.indexOf(moment) >= moments.indexOf('last byte');
}

/** The system may take so much of a body before any of it is read: a smaller one has left, whatever the answer. */
const HANDED_OVER_AT_ONCE = 5_000_000;

export interface Reached {
  held: Held;
  /** Lets a process continue that waits to record what it knows. */
  letRecord(): void;
}

/**
 * Resolves when the first batch has come to the moment, and stands still there.
 * @param toAnswer stops while another answer than the true one can still be given
 */
export async function reach(gate: Gate, moment: Moment, home: string, toAnswer: boolean): Promise<Reached> {
  const { kind, point } = places[moment];
  const held = await gate.hold(
    kind,
    point === 'half-replied' && toAnswer ? 'asked' : point,
    ({ bytes }) => !isUnderway(moment) || bytes > HANDED_OVER_AT_ONCE,
  );
  if (moment !== 'after reply, no record yet') return { held, letRecord: () => {} };
  // The process can write nothing any more when it gets the reply; it has it once it hangs up.
  const database = new DatabaseSync(join(home, 'queue.db'), { timeout: WAIT_MS });
  database.exec('BEGIN IMMEDIATE');
  held.release();
  await held.passage.left;
  return { held, letRecord: () => database.close() };
}
