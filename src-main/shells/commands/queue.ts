/** @file The commands about submissions as lines of the queue. */

import type { SubmissionId } from '../../queue/batch.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';

type QueueCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `queue.${string}`>>;

export function queueCommands({ app: { queue }, projection }: Pick<CommandPorts, 'app' | 'projection'>): QueueCommands {
  return {
    'queue.snapshot': () => projection.snapshot(),
    'queue.watch': ({ ids }) => queue.watch(ids),
    'queue.pause': ({ ids }) => each(ids, (id) => queue.pause(id)),
    'queue.resume': ({ ids }) => each(ids, (id) => queue.resume(id)),
    'queue.retry': ({ ids }) => each(ids, (id) => queue.retry(id)),
    'queue.cancel': ({ ids }) => each(ids, (id) => queue.cancel(id)),
    'queue.remove': ({ ids }) => each(ids, (id) => queue.remove(id)),
    'queue.approve': ({ id, reason }) => queue.approve(id, reason),
  };
}

/** Acts on each of them, whatever becomes of the others. @throws the first error, once all had their turn */
function each(ids: readonly SubmissionId[], act: (id: SubmissionId) => void): void {
  const errors: unknown[] = [];
  for (const id of ids) {
    try {
      act(id);
    } catch (thrown) {
      errors.push(thrown);
    }
  }
  if (errors.length > 0) throw errors[0];
}
