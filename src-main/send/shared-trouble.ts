/** @file What several batches wait for at once: one of them tries it, and what it finds out holds for the others. Pure. */

import type { ErrorRecord } from '../../src-shared/errors.ts';
import { stopsConnection } from '../../src-shared/stopped-connections.ts';
import type { Batch } from './batch.ts';
import type { BatchEvent } from './machine/machine.ts';
import { isSharedTrouble } from './machine/retry-policy.ts';

const MOST_OF_TRIAL_BYTES = 1_000_000;

/**
 * Whether no other one before it waits for the same host, which helps none of them at the moment.
 * @param isBeside whether another one is of the same connection, and needs no person
 */
export function isFirstWith(
  batch: Batch,
  error: ErrorRecord | undefined,
  open: Iterable<Batch>,
  isBeside: (other: Batch) => boolean,
): boolean {
  if (error === undefined || !isSharedTrouble(error) || !canFindOut(batch, error)) return false;
  for (const other of open) {
    if (other.number >= batch.number || !waitsFor(other, error.code)) continue;
    if (canFindOut(other, error) && isBeside(other)) return false;
  }
  return true;
}

/** Whether a storage is back is not found out with gigabytes. */
function canFindOut({ start, end }: Batch, { code }: ErrorRecord): boolean {
  return !code.startsWith('upload.') || end - start <= MOST_OF_TRIAL_BYTES;
}

export function waitsFor({ error, reportError }: Batch, code: string): boolean {
  return error?.code === code || reportError?.code === code;
}

/** Whether an event says how a step has ended, or that none is taken any more. */
export function isOutcome({ kind }: BatchEvent): boolean {
  return !(kind === 'begin' || kind === 'restarted' || kind === 'last-block' || kind === 'abandoned-status');
}

/** Whether what stopped the connection is over, even where something else has failed. */
export function showsWay(event: BatchEvent): boolean {
  if (event.kind === 'restarted') return false;
  const error = 'error' in event ? event.error : undefined;
  return error === undefined || (error.code !== 'upload.interrupted' && !stopsConnection(error));
}
