/** @file What the batches that still have a next step wait for: a person, a time, a host, or only their turn. Pure. */

import type { LaterStep } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { type Bound, keyOf } from '../wire/credentials/connection.ts';
import type { Batch } from './batch.ts';
import { pauseOf } from './machine/machine.ts';
import { wishesPause } from './machine/retry-policy.ts';
import type { Reachability } from './reachability.ts';
import type { Submission } from './submission.ts';

/** A batch that still has a next step. */
export interface OpenBatch {
  batch: Batch;
  submission: Submission | undefined;
  /** A step of it is under way. */
  isActive: boolean;
  /** It is the one that finds out whether its connection is still on hold. */
  isTrial: boolean;
  /** It is paused, or over a connection that was put on hold. */
  needsPerson: boolean;
  /** Why its upload waits for the sending hours of its connection, if so, and until when. */
  hours?: { reason: ErrorRecord; until?: number } | undefined;
}

/** Why a submission's batches do or do not continue. */
export interface RunnerSituation {
  /** Batches that still have a next step. */
  open: number;
  /** Whether the service is being asked about a batch that a person will have to decide about. */
  isAsking: boolean;
  /** Of these, how many wait for a person: paused, or over a connection that was put on hold. */
  waitingForPerson: number;
  /** Of these, how many wait for sending hours that begin by themselves. */
  waitingForHours: number;
  /** Since when nothing but network failures came back (ms since the epoch). */
  silentSince: number | undefined;
  /** Whether any host has answered since the start. */
  everReached: boolean;
}

/** @param now ms since the epoch */
export function situationOf(open: readonly OpenBatch[], reachability: Reachability, now: number): RunnerSituation {
  const waiting = open.filter(
    ({ batch, isActive, isTrial, needsPerson }) => (!isActive || isTrial) && (needsPerson || isUndecided(batch, now)),
  );
  return {
    open: open.length,
    isAsking: open.some((one) => one.batch.state === 'unknown' && !waiting.includes(one)),
    waitingForPerson: waiting.length,
    waitingForHours: open.filter((one) => one.hours?.until !== undefined && !one.isActive && !waiting.includes(one))
      .length,
    silentSince: reachability.silentSince,
    everReached: reachability.everReached,
  };
}

/** Asked about for now, without proof that it arrived. */
const isUndecided = (batch: Batch, now: number): boolean => batch.state === 'unknown' && pauseOf(batch, now) > 0;

/** When the open batches that wait for a time take their next steps. */
export function laterSteps(open: readonly OpenBatch[], now: number): LaterStep[] {
  return open.flatMap(({ batch, isActive, needsPerson, hours }) => {
    const pause = Math.max(pauseOf(batch, now), (hours?.until ?? now) - now);
    if (pause === 0 || isActive || needsPerson) return [];
    const { submission, delivery, error, reportError } = batch;
    return {
      about: 'batch' as const,
      submission,
      at: now + pause,
      ...(delivery !== undefined && { batchId: delivery.batchId }),
      outlastsRestart: hours !== undefined || wishesPause(error) || wishesPause(reportError),
    };
  });
}

/** What of one connection has a next step. */
export interface OpenOver {
  bound: Bound;
  open: Set<Submission['id']>;
  withoutAddress: { files: Set<Submission['id']>; batches: number };
  /** What waits for its sending hours, and why the first to go does. */
  hours: { files: Set<Submission['id']>; first?: NonNullable<OpenBatch['hours']> };
}

/** What of each connection has a next step, and the connections of which a host is not reached. What is paused waits for a person. */
export function openOver(open: readonly OpenBatch[], silent: Iterable<Bound>): OpenOver[] {
  const over = new Map<string, OpenOver>();
  const of = ({ connection, destination }: Bound): OpenOver => {
    const bound = { connection, destination };
    const known = over.get(keyOf(bound)) ?? {
      bound,
      open: new Set(),
      withoutAddress: { files: new Set(), batches: 0 },
      hours: { files: new Set() },
    };
    over.set(keyOf(bound), known);
    return known;
  };
  for (const bound of silent) of(bound);
  for (const { batch, submission, hours } of open) {
    if (submission === undefined || submission.paused) continue;
    const { open: files, withoutAddress, hours: held } = of(submission);
    files.add(submission.id);
    if (hours !== undefined) {
      held.files.add(submission.id);
      if (held.first === undefined || begin(hours) < begin(held.first)) held.first = hours;
      continue;
    }
    const isWithout =
      batch.state === 'reserving' || (batch.state === 'waiting' && batch.delivery?.address === undefined);
    if (!isWithout) continue;
    withoutAddress.files.add(submission.id);
    withoutAddress.batches += 1;
  }
  return [...over.values()];
}

const begin = ({ until = Number.POSITIVE_INFINITY }: NonNullable<OpenBatch['hours']>): number => until;
