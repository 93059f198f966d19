/**
 * @file What each connection waits for now, said once for all that goes there: how many files, at what pace, until when. Pure.
 */

import type { ConnectionWait } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import type { NextTurns } from '../wire/service/rate-limits.ts';
import type { OpenOver } from './open-situation.ts';

/** What is bound to one connection, as far as it has not ended, and what holds it up. */
export interface Waiting extends OpenOver {
  /** Why nothing is sent until a person helps, and why a host is not reached, if so. */
  hold: ErrorRecord | undefined;
  silence: ErrorRecord | undefined;
  /** How long the storage wants to be left alone (ms). */
  storagePause: number;
  /** When the service gives the next upload address; undefined where that is not known. */
  turns: NextTurns | undefined;
}

/** Undefined where it waits for nothing but the line itself. */
export function waitOfConnection(waiting: Waiting, now: number): ConnectionWait | undefined {
  const { hold, silence, open, withoutAddress, hours, storagePause, turns } = waiting;
  const { connection } = waiting.bound;
  if (hold !== undefined) return { connection, kind: 'person', files: open.size, error: hold };
  if (silence !== undefined) return { connection, kind: 'host', files: open.size, error: silence };
  if (hours.first !== undefined) {
    const { reason: error, until } = hours.first;
    return { connection, kind: 'hours', files: hours.files.size, error, ...(until !== undefined && { until }) };
  }
  const { size: files } = withoutAddress.files;
  if (files === 0) return undefined;
  if (storagePause > 0) return { connection, kind: 'storage-pause', files, until: now + storagePause };
  if (turns === undefined || turns.wait <= 0) return undefined;
  if (turns.pause > 0) return { connection, kind: 'service-pause', files, until: now + turns.pause };
  const { requests, window } = turns.pace;
  // The first one goes after the wait, the others at the pace of the limit.
  const until = now + turns.wait + Math.round(((withoutAddress.batches - 1) * window) / requests);
  return { connection, kind: 'turn', files, pace: turns.pace, until };
}
