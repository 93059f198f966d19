import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSet } from '../../src-main/ground/line-set.ts';
import { accountLines, accountOf } from '../../src-main/send/account.ts';
import { type Batch, type BatchNumber, batchSchema } from '../../src-main/send/batch.ts';
import { outcomeOf } from '../../src-main/send/batch-outcome.ts';
import { currentBatches } from '../../src-main/send/submission.ts';
import { Tally } from '../../src-main/send/view/tally.ts';
import { lineOutcomes, linesOf } from '../../src-shared/account.ts';
import { batchStateNames } from '../../src-shared/states.ts';
import { batchId, sampleBatch } from './samples.ts';

const LINES_OF_BATCH = 6;
const stages = ['held', 'checked', 'cancelled', 'approved'] as const;

interface Fate {
  range: number;
  state: Batch['state'];
  mayHaveArrived: boolean;
  hasMoved: boolean;
  named: number[];
}
const fate: fc.Arbitrary<Fate> = fc.record({
  range: fc.nat(4),
  state: fc.constantFrom(...batchStateNames),
  mayHaveArrived: fc.boolean(),
  hasMoved: fc.boolean(),
  named: fc.uniqueArray(fc.integer({ min: 1, max: LINES_OF_BATCH }), { maxLength: LINES_OF_BATCH - 1 }),
});

/** The batch in this state, of the range with this number; a report names lines only in the end. */
function batchOf({ range, state, mayHaveArrived, hasMoved, named }: Fate, at: number): Batch {
  const [start, end] = [100 * range, 100 * (range + 1)];
  const moved = { batchId: batchId(9), since: 1, polls: 0, notBefore: 0, isOver: true, movedAt: 2 };
  return batchSchema.parse({
    ...sampleBatch(at + 1, { start, end, lines: LINES_OF_BATCH, sha256: 'a'.repeat(64), state }),
    delivery: { batchId: batchId(1), mayHaveArrived },
    watched: hasMoved ? [moved] : [],
    ...(named.length > 0 && { named: named.length }),
  });
}

/** Some rows for each of the ranges, the later ones in place of the earlier ones. */
const history = fc.array(fate, { maxLength: 12 }).map((fates) => {
  const first = [0, 1, 2, 3, 4].map((range) => fates.find((one) => one.range === range) ?? waiting(range));
  return [...first, ...fates];
});
function waiting(range: number): Fate {
  return { range, state: 'waiting', mayHaveArrived: false, hasMoved: false, named: [] };
}

describe('The account of a submission', () => {
  it('has each line of the file in exactly one outcome, and counts what it lists', () => {
    fc.assert(
      fc.property(
        history,
        fc.constantFrom(...stages),
        fc.uniqueArray(fc.integer({ min: 1, max: 30 })),
        (fates, stage, bad) => {
          const batches = fates.map(batchOf);
          const named = new Map(batches.map(({ number }, at) => [number, LineSet.of(fates[at]?.named ?? [])]));
          const submission = { stage, check: { lines: 30, valid: 30 - bad.length } };
          const current = currentBatches(batches);
          const counted = accountOf(submission, new Tally(batches).sums.account);
          const facts = { invalid: LineSet.of(bad), named: (number: BatchNumber) => named.get(number) ?? LineSet.none };
          const listed = accountLines(submission, batches, current, facts);

          expect(counted && linesOf(counted)).toBe(30);
          const sizes = lineOutcomes.map((outcome) => [outcome, listed?.[outcome].size]);
          expect(Object.fromEntries(sizes)).toEqual(counted);
          const all = lineOutcomes.flatMap((outcome) => [...(listed?.[outcome] ?? [])]);
          expect(all.sort((one, other) => one - other)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
        },
      ),
    );
  });

  it('calls no line accepted but what the service has processed and its report does not name', () => {
    fc.assert(
      fc.property(history, (fates) => {
        const accepted = new Tally(fates.map(batchOf)).sums.account.accepted;
        const latest = [0, 1, 2, 3, 4].map((range) => fates.findLast((one) => one.range === range));
        const taken = latest.map((one) => {
          if (one?.state === 'processed') return LINES_OF_BATCH;
          return one?.state === 'partially-accepted' ? LINES_OF_BATCH - one.named.length : 0;
        });
        expect(accepted).toBe(taken.reduce((sum: number, lines) => sum + lines, 0));
      }),
    );
  });

  it('of a file that was not sent has what the check rejected apart', () => {
    const check = { lines: 100, valid: 53 };
    expect(accountOf({ stage: 'held', check }, new Tally().sums.account)).toMatchObject({ invalid: 47, unsent: 53 });
    expect(accountOf({ stage: 'cancelled', check }, new Tally().sums.account)).toMatchObject({
      invalid: 47,
      leftOut: 53,
    });
  });

  it.each(['checking', 'check-failed'] as const)('is not known while its lines are not counted: %s', (stage) => {
    expect(accountOf({ stage }, new Tally().sums.account)).toBeUndefined();
  });

  it('says of lines of lost batches that nothing is known', () => {
    const batches = [
      batchOf({ ...waiting(0), state: 'processed' }, 0),
      batchOf({ ...waiting(2), state: 'processed' }, 1),
    ];
    const submission = { stage: 'approved', check: { lines: 18, valid: 18 } } as const;
    expect(accountOf(submission, new Tally(batches).sums.account)).toMatchObject({ accepted: 12, unknown: 6 });
  });
});

describe('The lines of a batch', () => {
  const cases: [Partial<Fate>, string][] = [
    [{ state: 'waiting' }, 'unsent'],
    [{ state: 'uploading' }, 'unsent'],
    [{ state: 'verifying', mayHaveArrived: true }, 'unknown'],
    [{ state: 'processing', mayHaveArrived: true }, 'pending'],
    [{ state: 'unreported', mayHaveArrived: true }, 'unknown'],
    [{ state: 'rejected', mayHaveArrived: true }, 'rejected'],
    [{ state: 'rejected', mayHaveArrived: true, hasMoved: true }, 'unknown'],
    [{ state: 'cancelled', mayHaveArrived: false }, 'leftOut'],
    [{ state: 'cancelled', mayHaveArrived: true }, 'unknown'],
    [{ state: 'failed', mayHaveArrived: false }, 'unsent'],
    [{ state: 'failed', mayHaveArrived: true }, 'unknown'],
  ];
  it.each(cases)('of a batch that is %j are %s', (one, outcome) => {
    expect(outcomeOf(batchOf({ ...waiting(0), ...one }, 0))).toBe(outcome);
  });

  it('are rejected where the service says that it could not process the batch, also once its words are purged', () => {
    const failed = { ...batchOf({ ...waiting(0), state: 'failed', mayHaveArrived: true }, 0), remoteState: 'Error' };
    expect(outcomeOf(failed)).toBe('rejected');
  });
});
