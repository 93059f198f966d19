/** @file The commands about submissions in the queue. */

import { setImmediate } from 'node:timers/promises';
import type { SubmissionId } from '../../queue/batch.ts';
import type { Queue } from '../../queue/queue.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';

/** Submissions stored in one transaction: about ten milliseconds. */
const STORED_AT_ONCE = 100;

type QueueCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `queue.${string}`>>;

export function queueCommands({ app, projection }: Pick<CommandPorts, 'app' | 'projection'>): QueueCommands {
  const { queue } = app;
  return {
    'queue.snapshot': () => projection.snapshot(),
    'queue.watch': ({ ids }) => queue.watch(ids),
    'queue.pause': ({ ids }) => each(queue, ids, (id) => queue.pause(id)),
    'queue.resume': ({ ids }) => each(queue, ids, (id) => queue.resume(id)),
    'queue.retry': ({ ids }) => each(queue, ids, (id) => queue.retry(id)),
    'queue.cancel': ({ ids }) => each(queue, ids, (id) => queue.cancel(id)),
    'queue.remove': ({ ids }) => each(queue, ids, (id) => queue.remove(id)),
    'queue.restore': ({ ids }) => each(queue, ids, (id) => queue.restore(id)),
    'queue.approve': ({ id, reason }) => app.approve(id, reason),
  };
}

/**
 * Acts on each submission even if others fail; yields to uploads and other calls in between.
 * @throws the first error, after all have been tried
 */
async function each(queue: Queue, ids: readonly SubmissionId[], act: (id: SubmissionId) => void): Promise<void> {
  const errors: unknown[] = [];
  for (let first = 0; first < ids.length; first += STORED_AT_ONCE) {
    try {
      queue.each(ids.slice(first, first + STORED_AT_ONCE), act);
    } catch (thrown) {
      errors.push(thrown);
    }
    await setImmediate();
  }
  if (errors.length > 0) throw errors[0];
}
