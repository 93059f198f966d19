/** @file What the history keeps of a transition. Pure. */

import { isDeepStrictEqual } from 'node:util';
import { noLines } from '../../src-shared/account.ts';
import { isEndState } from '../../src-shared/states.ts';
import type { Batch } from './batch.ts';
import { countBatch, doubledOf } from './batch-outcome.ts';
import type { BatchEvent } from './machine/machine.ts';
import type { Occasion } from './storage/history.ts';

/** Never an address; nothing when a poll brought nothing new. */
export function occasionOf(
  before: Batch,
  after: Batch,
  event: Pick<BatchEvent, 'kind'>,
  at: number,
): Occasion | undefined {
  const detail = historyDetail(after);
  if (isDeepStrictEqual(detail, historyDetail(before))) return undefined;
  // Whichever event has shown it, that is what a person must read of.
  const isNewlyDoubled = doubledOf(after)?.batchIds.length !== doubledOf(before)?.batchIds.length;
  const kind = isNewlyDoubled && doubledOf(after) !== undefined ? 'doubled' : event.kind;
  return { at, kind, detail: saysRange.has(event.kind) ? { ...rangeOf(after), ...detail } : detail };
}

/** The first step of a batch, and what other desks hear of: which bytes it is about. */
const saysRange: ReadonlySet<BatchEvent['kind']> = new Set(['begin', 'last-block', 'accepted', 'exists']);

/** What the history keeps of a batch that is made in place of another. */
export function detailOfNew(batch: Batch): Record<string, unknown> {
  return { ...rangeOf(batch), ...historyDetail(batch) };
}

function rangeOf({ start, end, lines, sha256 }: Batch) {
  return { start, end, lines, sha256 };
}

/** What a receipt says of a batch, and why. */
export function historyDetail(batch: Batch): Record<string, unknown> {
  const { state, delivery, attempts, remoteState, error, report, named, reportError, acceptedAt, abandoned, watched } =
    batch;
  const doubled = doubledOf(batch);
  return {
    state,
    batchId: delivery?.batchId,
    attempts,
    remoteState,
    report,
    acceptedAt,
    error: error?.code ?? reportError?.code,
    ...(named !== undefined && { named }),
    ...(isEndState(state) && report !== 'wanted' && { account: accountOfEnd(batch) }),
    ...(delivery?.host !== undefined && { host: delivery.host }),
    ...(delivery?.mayHaveArrived === true && { lastBlockLeft: true }),
    ...(abandoned.length > 0 && { abandoned }),
    ...(watched.length > 0 && {
      watched: watched.map(({ batchId, remoteState, movedAt }) => ({ batchId, remoteState, movedAt })),
    }),
    ...(doubled !== undefined && { doubled: doubled.batchIds }),
  };
}

/** What became of its lines, as it is said when it has ended: only what there is. */
function accountOfEnd(batch: Batch): Record<string, number> {
  const account = noLines();
  countBatch(account, batch, 1);
  return Object.fromEntries(Object.entries(account).filter(([, lines]) => lines > 0));
}
