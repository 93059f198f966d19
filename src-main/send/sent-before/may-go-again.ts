/**
 * @file Whether what was sent before may go once more. There is one answer to that, by what became of the line, and everything that
 * asks takes it from here. Pure, but for what it reads of the store.
 */

import type { LineOutcome } from '../../../src-shared/account.ts';
import { isEndState } from '../../../src-shared/states.ts';
import { remoteStateOf } from '../../wire/service/remote-state.ts';
import type { Batch } from '../batch.ts';
import { outcomeOf } from '../batch-outcome.ts';
import type { QueueStore } from '../storage/store.ts';
import { currentBatches, type Submission } from '../submission.ts';

/**
 * accepted: never again without a reason · open: it is on its way, at the service, or nobody knows, so that a person decides · free: it
 * may go, with no reason
 */
export type WordOnSending = 'accepted' | 'open' | 'free';

const byOutcome: Readonly<Record<LineOutcome, WordOnSending>> = {
  accepted: 'accepted',
  pending: 'open',
  unknown: 'open',
  rejected: 'free',
  invalid: 'free',
  leftOut: 'free',
  unsent: 'free',
};

/** Of lines with this outcome, in a submission that nothing moves any more. */
export const wordOnOutcome = (outcome: LineOutcome): WordOnSending => byOutcome[outcome];

/** Of the lines of a batch that its report does not name; those are rejected, and free. */
export function wordOnBatch(batch: Batch): WordOnSending {
  const word = wordOnCorrected(batch);
  return word === 'free' && mayBeThereAfterAll(batch) ? 'open' : word;
}

/** As `wordOnBatch`, for a correction of them: who makes it has decided about what could be there after all. */
export function wordOnCorrected(batch: Batch): WordOnSending {
  return isEndState(batch.state) ? byOutcome[outcomeOf(batch)] : 'open';
}

/**
 * An id that was given up may have the lines. And where the service was to take the valid ones, VALIDATION_FAILED leaves open whether
 * it did.
 */
function mayBeThereAfterAll({ state, watched, ingestValid, remoteState = '' }: Batch): boolean {
  if (watched.length > 0) return true;
  return state === 'rejected' && ingestValid && remoteStateOf(remoteState).kind !== 'processed';
}

/** Whether any line of a submission keeps its content from going once more. @param batches all that were ever made of it */
export function keepsFromSending(batches: readonly Batch[]): boolean {
  return currentBatches(batches).some((batch) => wordOnBatch(batch) !== 'free');
}

/** The submissions that it corrects, in a chain: of those, it has only what the service has not accepted. */
export function correctedBy(
  store: Pick<QueueStore, 'submission'>,
  { corrects }: Pick<Submission, 'corrects'>,
): ReadonlySet<number> {
  const chain = new Set<number>();
  for (let id = corrects; id !== undefined && !chain.has(id); id = store.submission(id)?.corrects) chain.add(id);
  return chain;
}
