import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Batch, SubmissionId } from '../../../src-main/send/batch.ts';
import { arrivalOf } from '../../../src-main/send/batch-outcome.ts';
import { startsOf } from '../../../src-main/send/correction/settling.ts';
import type { Queue } from '../../../src-main/send/queue.ts';
import { QueueStore } from '../../../src-main/send/storage/store.ts';
import type { BatchState } from '../../../src-shared/states.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { addedSubmission, approved, batchId, occasion, sampleBatch } from '../samples.ts';
import { startQueue } from '../started-queue.ts';

let folder: string;
let store: QueueStore;
let queue: Queue;
let old: SubmissionId;

/** An approved submission whose batches have come to these ends. */
function ended(...states: BatchState[]): SubmissionId {
  const { submission, batches } = approved(store, { paused: true });
  for (const [at, state] of states.entries()) {
    const batch = batches[at];
    if (batch === undefined) continue;
    const doubt = { delivery: { batchId: batchId(at + 1), mayHaveArrived: true }, notBefore: Number.MAX_SAFE_INTEGER };
    const partial = { report: 'kept', named: 1 } as const;
    store.saveBatch(
      { ...batch, state, ...(state === 'unknown' && doubt), ...(state === 'partially-accepted' && partial) },
      occasion,
    );
  }
  return submission.id;
}

function start(): void {
  ({ queue } = startQueue(store, { uploads: 1 }));
}

async function addCorrection(starts = startsOf(queue.view(old))) {
  const path = join(folder, 'corrected.jsonl');
  writeFileSync(path, '{}\n');
  const { connection, destination, options } = addedSubmission();
  return await queue.additions.add({
    path,
    connection,
    destination,
    options,
    correction: { of: old, starts, lineMap: '2+1' },
  });
}

const kinds = (id: SubmissionId) => store.history(id).map(({ kind }) => kind);

beforeEach(() => {
  folder = temporaryFolder();
  store = new QueueStore(folder);
});

describe('What is missing', () => {
  it.each<[Partial<Batch>, string]>([
    [{ state: 'processed' }, 'accepted'],
    [{ state: 'rejected' }, 'missing'],
    [{ state: 'unknown' }, 'doubtful'],
    [{ state: 'failed' }, 'missing'],
    [{ state: 'cancelled' }, 'missing'],
    [{ state: 'failed', delivery: { batchId: batchId(1), mayHaveArrived: false } }, 'missing'],
    [{ state: 'failed', delivery: { batchId: batchId(1), mayHaveArrived: true } }, 'doubtful'],
    [{ state: 'cancelled', delivery: { batchId: batchId(1), mayHaveArrived: true } }, 'doubtful'],
    [
      {
        state: 'failed',
        delivery: { batchId: batchId(1), mayHaveArrived: true },
        error: { code: 'batch.failed', params: {}, retryable: false },
      },
      'missing',
    ],
    [
      {
        state: 'rejected',
        watched: [{ batchId: batchId(2), since: 1, polls: 1, notBefore: 1, movedAt: 2, isOver: false }],
      },
      'doubtful',
    ],
    [{ state: 'processing' }, 'under-way'],
    [{ state: 'waiting' }, 'under-way'],
  ])('%j: %s', (batch, arrival) => {
    expect(arrivalOf(sampleBatch(1, batch))).toBe(arrival);
  });
});

describe('A submission that is corrected', () => {
  it('is settled once the correction is added, and the history of both says so', async () => {
    old = ended('processed', 'rejected');
    start();
    expect(queue.standing(old).state).toBe('partially-accepted');
    const correction = await addCorrection();
    expect(queue.standing(old).state).toBe('corrected');
    expect(queue.view(old).submission.corrected).toEqual({ by: correction.id, starts: [100] });
    expect(queue.view(correction.id).submission.corrects).toBe(old);
    expect(kinds(old)).toContain('corrected');
    expect(store.history(correction.id)[0]?.detail).toMatchObject({ corrects: old });
    expect(store.lines.map(correction.id)?.originalOf(1)).toBe(3);
  });

  it('is settled where the service has accepted its batches in part, and what it rejected is in the correction', async () => {
    old = ended('processed', 'partially-accepted', 'rejected');
    start();
    expect(queue.view(old).state).toBe('partially-accepted');
    await addCorrection();
    expect(queue.view(old).state).toBe('corrected');
  });

  it('is settled after a restart as well', async () => {
    old = ended('processed', 'rejected');
    start();
    await addCorrection();
    const { queue: again } = startQueue(new QueueStore(folder, { readOnly: true }), { uploads: 1 });
    expect(again.standing(old).state).toBe('corrected');
  });

  it('is open again once the correction was removed before any of it was sent, and settled when that comes back', async () => {
    old = ended('processed', 'failed');
    start();
    const { id } = await addCorrection();
    queue.actions.cancel(id);
    queue.actions.remove(id);
    expect(queue.standing(old).state).toBe('failed');
    expect(kinds(old)).toContain('correction-undone');
    queue.actions.restore(id);
    expect(queue.standing(old).state).toBe('corrected');
  });

  it('is open again once the correction was cancelled before any of it was sent, and settled when that is retried', async () => {
    old = ended('processed', 'failed');
    start();
    const { id } = await addCorrection();
    queue.actions.cancel(id);
    expect(queue.standing(old).state).toBe('failed');
    queue.actions.retry(id);
    expect(queue.standing(old).state).toBe('corrected');
  });

  it('A cancelled correction is not retried where another has taken its place', async () => {
    old = ended('processed', 'failed');
    start();
    const { id } = await addCorrection();
    queue.actions.cancel(id);
    await addCorrection();
    expect(() => queue.actions.retry(id)).toThrow(expect.objectContaining({ code: 'submission.corrected' }));
    expect(queue.standing(id).state).toBe('cancelled');
  });

  it.each(['cancelled', 'removed'])(
    'A correction that was %s does not go after what has been sent of it since',
    async (how) => {
      old = ended('failed', 'failed');
      start();
      const { id } = await addCorrection();
      queue.actions.cancel(id);
      if (how === 'removed') queue.actions.remove(id);
      queue.actions.retry(old);
      queue.actions.cancel(old);
      const again = () => (how === 'removed' ? queue.actions.restore(id) : queue.actions.retry(id));
      expect(again).toThrow(expect.objectContaining({ code: 'submission.changed-meanwhile' }));
    },
  );

  it('A correction does not come back where another has taken its place, or the batches were tried again', async () => {
    old = ended('processed', 'failed');
    start();
    const first = await addCorrection();
    queue.actions.cancel(first.id);
    queue.actions.remove(first.id);
    const second = await addCorrection();
    expect(() => queue.actions.restore(first.id)).toThrow(expect.objectContaining({ code: 'submission.corrected' }));
    queue.actions.cancel(second.id);
    queue.actions.remove(second.id);
    queue.actions.retry(old);
    expect(() => queue.actions.restore(first.id)).toThrow(
      expect.objectContaining({ code: 'submission.not-correctable' }),
    );
    expect(queue.has(first.id)).toBe(false);
  });

  it('sends nothing of what the correction has', async () => {
    old = ended('failed', 'unknown');
    start();
    await addCorrection();
    expect(queue.standing(old).state).toBe('unknown');
    // The one of which it is not known whether it arrived is not in the correction.
    expect(queue.actions.retry(old)).toEqual({ done: true, batches: 1 });
    expect(store.batches(old).map(({ state }) => state)).toEqual(['failed', 'waiting']);
  });

  it('cannot be retried, approved or corrected a second time', async () => {
    old = ended('cancelled', 'processed');
    start();
    const { id } = await addCorrection();
    expect(queue.actions.retry(old)).toEqual({ done: false, reason: 'corrected', by: id });
    await expect(addCorrection([0])).rejects.toMatchObject({ code: 'submission.corrected' });
  });

  it('is not settled by a file that was made when more was missing', async () => {
    old = ended('failed', 'rejected');
    start();
    queue.actions.retry(old);
    queue.actions.cancel(old);
    await expect(addCorrection([0])).rejects.toMatchObject({ code: 'submission.changed-meanwhile' });
    expect(queue.standings()).toHaveLength(1);
  });

  it('has to have ended', async () => {
    old = ended('processed', 'processing');
    start();
    await expect(addCorrection([])).rejects.toMatchObject({ code: 'submission.not-correctable' });
  });

  it('has to have something missing', async () => {
    old = ended('processed', 'unknown');
    start();
    await expect(addCorrection([])).rejects.toMatchObject({ code: 'submission.nothing-missing' });
  });
});
