import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { submissionRow } from '../../src-main/actions/submission-row.ts';
import type { Batch } from '../../src-main/send/batch.ts';
import { currentBatches } from '../../src-main/send/submission.ts';
import { QueueView } from '../../src-main/send/view/queue-view.ts';
import { standingOf, summaryOf } from '../../src-main/send/view/standing.ts';
import { Tally } from '../../src-main/send/view/tally.ts';
import { liveLine, progressForPrograms } from '../../src-main/shells/cli/board.ts';
import { AppError } from '../../src-shared/errors.ts';
import { batchStateNames, endStates, factsOf } from '../../src-shared/states.ts';
import { FakeClock } from '../fake-clock.ts';
import { batch, batchId, QueueDouble, standing, submission } from '../shells/submissions.ts';

const offline = new AppError('network.unreachable', { host: 'bank', reason: 'gone' }).toRecord();
const refused = new AppError('batch.refused', { reason: 'line 7' }).toRecord();

const state = fc.constantFrom(...batchStateNames);
/** What may become of a batch; not all of it makes sense, and the sums must still be right. */
const fate: fc.Arbitrary<Partial<Batch>> = fc.record(
  {
    state,
    acceptedAt: fc.constant(1),
    seenAt: fc.constant(2),
    report: fc.constantFrom('none', 'wanted', 'kept'),
    error: fc.constantFrom(offline, refused),
    reportError: fc.constantFrom(offline, refused),
    delivery: fc.boolean().map((mayHaveArrived) => ({ batchId, mayHaveArrived })),
  },
  { requiredKeys: ['state'] },
);
/** The fourth to the sixth batch carry the ranges of the first three again. */
const change = fc.record({ number: fc.integer({ min: 1, max: 6 }), fate });

function changed({ number, fate: become }: { number: number; fate: Partial<Batch> }): Batch {
  const { start, end } = batch(((number - 1) % 3) + 1, 1);
  return batch(number, 1, { start, end, ...become });
}

/** The same sums, each reckoned from the batches as they are at the end. */
function reckoned(batches: readonly Batch[]) {
  const share = (isMeant: (one: Batch) => boolean) => {
    const meant = batches.filter(isMeant);
    return { bytes: meant.reduce((sum, { start, end }) => sum + end - start, 0), batches: meant.length };
  };
  const isDoubtful = (one: Batch) =>
    (one.state === 'verifying' || one.state === 'unknown') && one.delivery?.mayHaveArrived === true;
  const isOpen = ({ state: own, report }: Batch) => report === 'wanted' || factsOf(own).phase !== 'ended';
  const trouble = (one: Batch) =>
    (isOpen(one) && factsOf(one.state).isActive ? undefined : one.error) ??
    (!factsOf(one.state).isActive && (isOpen(one) || one.state === 'unreported') ? one.reportError : undefined) ??
    [];
  const errors = batches.flatMap(trouble);
  return {
    whole: share(() => true),
    sent: share((one) => one.acceptedAt !== undefined || isDoubtful(one)),
    accepted: share(({ acceptedAt }) => acceptedAt !== undefined),
    seen: share(({ seenAt }) => seenAt !== undefined),
    processed: share(({ state: own }) => own === 'processed' || own === 'partially-accepted' || own === 'unreported'),
    counts: Object.fromEntries(batchStateNames.map((name) => [name, share((one) => one.state === name).batches])),
    open: share(isOpen).batches,
    error: errors.find(({ retryable }) => !retryable) ?? errors[0],
  };
}

describe('the sums of a submission', () => {
  it('are right after any changes in any order, retries included', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), fc.array(fc.nat(40)), (changes, looks) => {
        const tally = new Tally();
        const batches = new Map<number, Batch>();
        changes.forEach((one, index) => {
          const now = changed(one);
          tally.put(now);
          batches.set(now.number, now);
          // What was asked for in between must not be remembered for too long.
          if (looks.includes(index))
            expect(tally.sums.error).toEqual(reckoned(currentBatches([...batches.values()])).error);
        });
        expect(tally.sums).toMatchObject(reckoned(currentBatches([...batches.values()])));
      }),
    );
  });
});

describe('the view of the queue', () => {
  function viewOf(batches: Batch[]) {
    const clock = new FakeClock();
    const queue = new QueueDouble(clock);
    queue.put(standing(submission(1), batches));
    return { queue, clock, view: new QueueView({ queue, clock, onChange: () => {} }) };
  }

  it('gives the window and the command line the same figures, in every state of a batch', () => {
    for (const name of batchStateNames) {
      const { queue, view } = viewOf([
        batch(1, 1, { state: name, delivery: { batchId, mayHaveArrived: true } }),
        batch(2, 1, { state: 'processing', acceptedAt: 1 }),
      ]);
      const { number, submission: owner } = batch(1, 1);
      queue.tell({ kind: 'upload-progress', submission: owner, batch: number, sentBytes: 30 });
      const live = view.of(owner);
      const row = submissionRow(live);
      const { state: shown, whole, sent, accepted, seen } = row;
      expect(progressForPrograms(row)).toEqual({
        submission: 1,
        state: shown,
        total: whole.bytes,
        sent: sent.bytes,
        accepted: accepted.bytes,
        seen: seen.bytes,
      });
      const percentSent = Math.floor((100 * sent.bytes) / whole.bytes);
      expect(liveLine(row, 0)).toContain(`${percentSent} %`);
    }
  });

  it('counts what is not known to have arrived as sent, and not as accepted', () => {
    for (const doubtful of ['verifying', 'unknown'] as const) {
      const { view } = viewOf([batch(1, 1, { state: doubtful, delivery: { batchId, mayHaveArrived: true } })]);
      const { sent, accepted } = view.of(submission(1).id);
      expect([doubtful, sent.bytes, accepted.bytes]).toEqual([doubtful, 100, 0]);
    }
  });

  it('says which submissions look different after each change', () => {
    const queue = new QueueDouble(new FakeClock());
    queue.put(standing(submission(1)), standing(submission(2, { destination: 'elsewhere' })));
    queue.put(standing(submission(3, { connection: 'another secret' })));
    const affected: number[][] = [];
    new QueueView({ queue, clock: new FakeClock(), onChange: (_change, ids) => affected.push([...ids]) });
    const { connection, destination } = submission(1);
    queue.tell({ kind: 'hold', connection, destination, error: refused });
    queue.tell({ kind: 'hold-released', connection, destination });
    queue.tell({ kind: 'batch', batch: batch(2, 2), cause: 'begin' });
    queue.tell({ kind: 'action', action: 'pause', submission: submission(2).id, batches: 1 });
    expect(affected).toEqual([[1], [1], [2], []]);
  });
});

describe('a submission with one batch', () => {
  it('is in the state of that batch, and moves until it has ended', () => {
    for (const name of batchStateNames) {
      const { state: own, isMoving } = standingOf(summaryOf(submission(1)), [batch(1, 1, { state: name })]);
      expect([own, isMoving]).toEqual([name, !endStates.some((end) => end === name)]);
    }
  });
});
