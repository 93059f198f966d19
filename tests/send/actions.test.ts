import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../src-main/ground/clock.ts';
import { resultOf } from '../../src-main/send/actions.ts';
import type { BatchState } from '../../src-main/send/batch.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { submissionState } from '../../src-main/send/submission.ts';
import type { QueueAction } from '../../src-shared/contract.ts';
import { batchStateSchema } from '../../src-shared/shapes.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { approved, at, occasion, sampleBatch, sampleSubmission, submissionIn } from './samples.ts';
import { startQueue } from './started-queue.ts';

function view(states: readonly BatchState[], { stage = 'approved', ...more }: { stage?: string } = {}) {
  const submission = submissionIn(stage, more);
  const batches = states.map((state, index) => sampleBatch(index + 1, { state }));
  return {
    submission,
    batches,
    account: undefined,
    doubled: { batches: 0, lines: 0 },
    state: submissionState(submission, batches),
  };
}

const would = (action: QueueAction, states: readonly BatchState[], more: object = {}) => {
  const result = resultOf(action, view(states, more), at);
  return result.done ? result.batches : result.reason;
};

describe('an action', () => {
  it.each<[QueueAction, BatchState[], object, number | string]>([
    ['pause', ['waiting', 'processed'], {}, 1],
    ['pause', ['waiting'], { paused: true }, 'paused-already'],
    ['pause', ['processing'], {}, 'all-sent'],
    ['pause', ['processed'], {}, 'ended'],
    ['pause', [], { stage: 'checking' }, 0],
    ['pause', [], { stage: 'held' }, 'held'],
    ['pause', [], { stage: 'cancelled' }, 'ended'],
    ['resume', ['waiting'], { paused: true }, 1],
    ['resume', ['waiting'], {}, 'not-paused'],
    ['resume', ['cancelled'], { paused: true }, 'ended'],
    ['retry', ['failed', 'cancelled', 'processed'], {}, 2],
    ['retry', ['processed'], {}, 'ended'],
    ['retry', ['rejected'], {}, 'ended'],
    ['retry', ['waiting'], {}, 'under-way'],
    ['retry', ['waiting'], { paused: true }, 'paused'],
    ['retry', [], { stage: 'checking' }, 'checking'],
    ['retry', [], { stage: 'held' }, 'held'],
    ['retry', [], { stage: 'check-failed' }, 0],
    ['cancel', ['processing', 'failed'], {}, 1],
    ['cancel', ['cancelled'], {}, 'cancelled-already'],
    ['cancel', ['processed'], {}, 'ended'],
    ['cancel', [], { stage: 'held' }, 0],
    ['cancel', [], { stage: 'cancelled' }, 'cancelled-already'],
    ['remove', ['processed', 'failed'], {}, 0],
    ['remove', ['processing'], {}, 'under-way'],
    ['remove', ['waiting'], { paused: true }, 'paused'],
    ['remove', [], { stage: 'checking' }, 'checking'],
    ['restore', ['processed'], {}, 'not-removed'],
    ['restore', ['processed'], { removedAt: at - 10 * MINUTE }, 0],
    ['restore', ['processed'], { removedAt: at - 10 * MINUTE - 1 }, 'removed-long-ago'],
    ['restore', ['processed'], { removedAt: at + MINUTE }, 0],
  ])('the action %s, with batches %o and %o, leads to %s', (action, states, more, wanted) => {
    expect(would(action, states, more)).toBe(wanted);
  });

  it('a submission can be cancelled or removed, never both', () => {
    for (const state of batchStateSchema.options) {
      const [cancelled, removed] = [would('cancel', [state]), would('remove', [state])];
      expect([typeof cancelled, typeof removed].sort()).toEqual(['number', 'string']);
    }
  });
});

describe('a submission that was removed', () => {
  function removed() {
    const store = new QueueStore(temporaryFolder());
    const { submission, batches } = approved(store);
    for (const batch of batches) store.saveBatch({ ...batch, state: 'failed' }, occasion);
    store.findings.add(submission.id, [
      { line: 3, rule: 'line.blank', severity: 'error', path: '', message: 'The line is blank.' },
    ]);
    const started = startQueue(store, { uploads: 1 });
    expect(started.queue.actions.remove(submission.id)).toEqual({ done: true, batches: 0 });
    return { ...started, store, id: submission.id };
  }

  it('a removed submission can be brought back with its batches and findings, and be sent', () => {
    const { queue, store, id } = removed();
    expect(() => queue.view(id)).toThrow(expect.objectContaining({ code: 'queue.unknown-id' }));
    expect(queue.actions.restore(id)).toMatchObject({ done: true });
    expect(queue.standing(id)).toMatchObject({ state: 'failed', counts: { failed: 2 }, isMoving: false });
    expect([...store.findings.all(id)]).toHaveLength(1);
    expect(queue.situation().open).toBe(0);
    expect(queue.actions.retry(id)).toEqual({ done: true, batches: 2 });
    expect(queue.situation().open).toBe(2);
  });

  it('a removed submission is deleted after ten minutes, and its findings at the next start', async () => {
    const { queue, store, id, clock } = removed();
    await clock.advance(11 * MINUTE);
    expect(queue.actions.restore(id)).toMatchObject({ done: false, reason: 'removed-long-ago' });
    await queue.stop();
    queue.start();
    expect([...store.findings.all(id)]).toEqual([]);
  });
});

it('a retry continues what had been paused before it was cancelled', () => {
  const store = new QueueStore(temporaryFolder());
  const { id } = store.addSubmission({ ...sampleSubmission({ paused: true }), stage: 'cancelled' }, occasion);
  const { queue } = startQueue(store, { uploads: 1 });
  queue.actions.retry(id);
  expect(queue.standing(id).submission).toMatchObject({ stage: 'checking', paused: false });
});
