/** @file What the history keeps of a transition. Pure. */

import { isDeepStrictEqual } from 'node:util';
import type { Batch } from './batch.ts';
import type { BatchEvent } from './machine/machine.ts';
import type { Occasion } from './storage/store.ts';

/** Never an address; nothing when a poll brought nothing new. */
export function occasionOf(before: Batch, after: Batch, event: BatchEvent, at: number): Occasion | undefined {
  const detail = historyDetail(after);
  if (isDeepStrictEqual(detail, historyDetail(before))) return undefined;
  return { at, kind: event.kind, detail };
}

function historyDetail(batch: Batch): Record<string, unknown> {
  const { state, delivery, attempts, remoteState, error, report, reportError, watched } = batch;
  return {
    ...{ state, batchId: delivery?.batchId, attempts, remoteState, report },
    error: error?.code ?? reportError?.code,
    ...(delivery?.host !== undefined && { host: delivery.host }),
    ...(delivery?.mayHaveArrived === true && { lastBlockLeft: true }),
    ...(watched.length > 0 && { watched: watched.map(({ batchId, remoteState }) => ({ batchId, remoteState })) }),
  };
}
