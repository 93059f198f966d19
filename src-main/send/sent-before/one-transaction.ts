/** @file Whether one transaction, which goes past the queue, went there before within a file: by its modification id. */

import { AppError } from '../../../src-shared/errors.ts';
import { isJsonObject } from '../../check/rules/json-object.ts';
import { jsonValueOf } from '../../check/rules/json-value.ts';
import { modificationIdOf } from '../../check/rules/line-judge.ts';
import type { QueueStore } from '../storage/store.ts';
import { wordOnOutcome } from './may-go-again.ts';
import { type FindPorts, findPlaces } from './places.ts';

/** Places of one id that are looked at. */
const MOST_PLACES = 100;

type Ports = Pick<FindPorts, 'indexes' | 'signal'> & { store: FindPorts['store'] & Pick<QueueStore, 'history'> };

/** @param text JSON @throws AppError transaction.sent-before, queue.damaged, and the signal's reason */
export async function requireIdUnsent(text: string, destination: string, { store, ...ports }: Ports): Promise<void> {
  const id = idIn(text);
  if (id === undefined) return;
  const { places } = await findPlaces([id], { store, ...ports, most: MOST_PLACES, mayRepair: false });
  const there = places.flatMap(({ submission, outcome }) => {
    const word = outcome === undefined ? 'free' : wordOnOutcome(outcome);
    return word === 'free' || store.submission(submission)?.destination !== destination ? [] : [{ submission, word }];
  });
  const sent = there.find(({ word }) => word === 'accepted') ?? there[0];
  if (sent === undefined) return;
  const at = store.history(sent.submission).findLast(({ kind }) => kind === 'approved')?.at ?? 0;
  const outcome = sent.word === 'accepted' ? 'accepted' : 'unknown';
  throw new AppError('transaction.sent-before', { outcome, at: new Date(at).toISOString() });
}

/** The modification id of a line of JSON. */
export function idIn(text: string): string | undefined {
  try {
    const value = jsonValueOf(text);
    return isJsonObject(value) ? modificationIdOf(value) : undefined;
  } catch {
    return undefined;
  }
}
