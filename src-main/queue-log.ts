/** @file Logs the changes of the queue next to the requests, so that support sees why something happened. */

import { assertNever } from '../src-shared/errors.ts';
import type { Logs } from './logs/logs.ts';
import type { Queue } from './queue/queue.ts';
import type { QueueChange } from './queue/queue-change.ts';

/** Logs until the queue stops. */
export function logQueue(queue: Pick<Queue, 'subscribe'>, logs: Pick<Logs, 'event'>): void {
  queue.subscribe((change) => note(change, logs));
}

function note(change: QueueChange, logs: Pick<Logs, 'event'>): void {
  switch (change.kind) {
    case 'batch': {
      const { number, submission, state, delivery, error } = change.batch;
      const fields = { batch: number, submission, state, batchId: delivery?.batchId, error: error?.code };
      if (state === 'failed') logs.event('error', 'batch.failed', fields);
      else if (state === 'rejected' || state === 'processed') logs.event('info', 'batch.ended', fields);
      break;
    }
    case 'hold':
      logs.event('warn', 'connection.held', { connection: change.connection, error: change.error.code });
      break;
    case 'stopped':
      logs.event('error', 'queue.stopped', { error: change.error.code, detail: change.error.detail });
      break;
    case 'going-on':
      logs.event('info', 'queue.going-on');
      break;
    case 'submission':
    case 'removed':
    case 'check-progress':
    case 'upload-progress':
      break;
    default:
      assertNever(change);
  }
}
