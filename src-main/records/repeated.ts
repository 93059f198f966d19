/** @file What of a file went before, where a person had it sent all the same: with what it pays now, and what it paid then. */

import { addedUp, exactAmount } from '../../src-shared/exact-amount.ts';
import type { Repeated } from '../../src-shared/statement-shapes.ts';
import type { OriginStore } from '../send/correction/line-origin.ts';
import type { QueueStore } from '../send/storage/store.ts';
import type { Submission } from '../send/submission.ts';
import { MOST_NAMED, sentAgain } from './sent-again.ts';
import { type RepeatPorts, wentBefore } from './went-before.ts';

/** What it paid then is known of so many lines as paper names. @throws the reason of the signal */
export async function repeatedOf(
  {
    store,
    sentBefore,
    signal,
    ...ports
  }: RepeatPorts & { store: OriginStore & Pick<QueueStore, 'submission' | 'history'> },
  submission: Submission,
): Promise<Repeated> {
  const repeated = await wentBefore({ store, sentBefore, signal, ...ports }, submission);
  const { linesBefore = 0, sumsBefore } = repeated;
  if (sumsBefore === undefined || sentBefore === undefined || linesBefore > MOST_NAMED) return repeated;
  const { named = [] } = (await sentAgain({ store, sentBefore, signal }, submission)) ?? {};
  const paid = named.flatMap(({ before: { amount = '', currency = '' } }) =>
    exactAmount(amount) === undefined || currency === '' ? [] : [{ currency, amount }],
  );
  return paid.length === linesBefore ? { ...repeated, sumsAtFirst: addedUp(paid) } : repeated;
}
