/** @file Tells the auditor's log, and so the syslog of the bank, what became of the lines of a file when its last batch has ended. */

import type { RecordSecurity } from '../audit/security-events.ts';
import { isFinished } from './batch.ts';
import type { Queue } from './queue.ts';
import { fileNameOf } from './receipts/source-facts.ts';

/** From now on, until the queue stops. */
export function recordEnds(queue: Pick<Queue, 'subscribe' | 'standing'>, record: RecordSecurity): void {
  queue.subscribe((change) => {
    if (change.kind !== 'batch' || !isFinished(change.batch)) return;
    // One that was brought back, or that ended before, is no news.
    if (change.before === undefined || isFinished(change.before)) return;
    const { open, account, state, submission } = queue.standing(change.batch.submission);
    if (open > 0 || account === undefined) return;
    const { id, name, connection } = submission;
    record({ kind: 'submission-ended', submission: id, name: fileNameOf(name), connection, state, account });
  });
}
