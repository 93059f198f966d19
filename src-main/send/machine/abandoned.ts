/**
 * @file Abandoned ids under which the file may have arrived: the service is asked about them from time to time, and its
 * answers are reported. Pure.
 */

import { factsOf } from '../../../src-shared/states.ts';
import { DAY, HOUR, MINUTE } from '../../ground/clock.ts';
import { provesArrival, remoteStateOf } from '../../wire/service/remote-state.ts';
import type { BatchId } from '../../wire/service/wire.ts';
import type { Batch, WatchedId } from '../batch.ts';
import { type BatchEvent, type Circumstances, stay, type Transition } from './events.ts';
import { abandonDelivery, seen } from './facts.ts';

const FIRST_GAP = MINUTE;
const LONGEST_GAP = HOUR;
/**
 * After so long, with enough questions, nothing more is expected. Both must be met, because Tranship may not have run
 * on some days.
 */
const LONGEST_WATCH = 7 * DAY;
const FEWEST_QUESTIONS = 48;

/**
 * Applies the service's answer about an abandoned id. If the file arrived under it before its bytes went again, they
 * need not go.
 */
export function noteAbandoned(
  batch: Batch,
  { batchId, remoteState, isUnanswered }: Extract<BatchEvent, { kind: 'abandoned-status' }>,
  { now }: Circumstances,
): Transition {
  if (!batch.watched.some((watched) => watched.batchId === batchId)) return stay(batch);
  const note = (one: WatchedId) => (isUnanswered ? unanswered(one, now) : asked(one, remoteState, now));
  const watched = batch.watched.map((one) => (one.batchId === batchId ? note(one) : one));
  const noted = { ...batch, watched };
  if (remoteState === undefined || !provesArrival(remoteState)) return stay(noted);
  return adopt(noted, batchId, remoteState, now);
}

/** What was not answered is no question asked, however often it is so: it does not end the watch. */
function unanswered(watched: WatchedId, now: number): WatchedId {
  const times = (watched.unanswered ?? 0) + 1;
  return { ...watched, unanswered: times, notBefore: now + gapAfter(watched.polls + times) };
}

/** 1, 2, 4 … minutes, at most an hour. */
function gapAfter(questions: number): number {
  return Math.min(LONGEST_GAP, FIRST_GAP * 2 ** (questions - 1));
}

function asked(watched: WatchedId, remoteState: string | undefined, now: number): WatchedId {
  const polls = watched.polls + 1;
  const isLastWord = remoteState !== undefined && remoteStateOf(remoteState).kind !== 'processing';
  const isLongOver = now - watched.since >= LONGEST_WATCH && polls >= FEWEST_QUESTIONS;
  const movedAt = watched.movedAt ?? (remoteState !== undefined && provesArrival(remoteState) ? now : undefined);
  const { unanswered: _, ...answered } = watched;
  return {
    ...answered,
    polls,
    // Where something has moved, its end is near.
    notBefore: now + (remoteState === watched.remoteState ? gapAfter(polls) : FIRST_GAP),
    ...(remoteState !== undefined && { remoteState }),
    ...(movedAt !== undefined && { movedAt }),
    isOver: isLastWord || isLongOver,
  };
}

/** Returns to the old id where nothing can have arrived under a new one. */
function adopt(batch: Batch, batchId: BatchId, remoteState: string, now: number): Transition {
  const { state, delivery } = batch;
  const isUnderWay = factsOf(state).isActive;
  if (!(isUnderWay || state === 'waiting') || delivery?.mayHaveArrived === true) return stay(batch);
  const { abandoned, watched, ...rest } = abandonDelivery(batch, now);
  const adopted: Batch = {
    ...rest,
    abandoned: abandoned.filter((id) => id !== batchId),
    watched: watched.filter((one) => one.batchId !== batchId),
    delivery: { batchId, mayHaveArrived: true },
  };
  return {
    batch: seen(adopted, { remoteState, remoteMessage: '' }, now),
    effects: isUnderWay ? [{ kind: 'abort' }] : [],
  };
}

/** What the answer to a question says of an abandoned id; all but the two answers of the service are none. */
export function abandonedStatus(
  batchId: BatchId,
  answer: BatchEvent | undefined,
): Extract<BatchEvent, { kind: 'abandoned-status' }> {
  const remoteState = answer?.kind === 'status' ? answer.remoteState : undefined;
  const isUnanswered = answer?.kind !== 'status' && answer?.kind !== 'status-missing';
  return { kind: 'abandoned-status', batchId, remoteState, ...(isUnanswered && { isUnanswered }) };
}

/** The id to ask about next, and when; undefined when none is watched. */
export function nextWatched({ watched }: Pick<Batch, 'watched'>): WatchedId | undefined {
  return watched.filter(({ isOver }) => !isOver).sort((one, other) => one.notBefore - other.notBefore)[0];
}
