import { describe, expect, it } from 'vitest';
import { judge } from '../../src-main/actions/patience.ts';
import { MINUTE, SECOND } from '../../src-main/ground/clock.ts';
import type { Batch } from '../../src-main/send/batch.ts';
import { type Standing, standingOf, summaryOf } from '../../src-main/send/view/standing.ts';
import { AppError } from '../../src-shared/errors.ts';
import { at, sampleBatch, submissionIn } from '../send/samples.ts';

const quiet = {
  open: 1,
  waitingForPerson: 0,
  waitingForHours: 0,
  silentSince: undefined,
  everReached: true,
  checking: 0,
  isAsking: false,
  stopped: undefined,
  ledgerAwaySince: undefined,
};

function standing(state: Batch['state'], more: Partial<Batch> = {}, stage = 'approved'): Standing {
  const submission = submissionIn(stage);
  return standingOf(summaryOf(submission), [sampleBatch(1, { ...more, state })]);
}

describe('a command that waits', () => {
  it('is finished when every batch has come to its end', () => {
    expect(judge([standing('processed'), standing('rejected')], quiet, 'final', at)).toBe('finished');
  });

  it('waits for the report of a refused batch', () => {
    expect(judge([standing('rejected', { report: 'wanted' })], quiet, 'final', at)).toBe('wait');
  });

  it('A waiting command waits for room on a full disk, but not without limit', () => {
    const stopped = { error: new AppError('disk.full', { folder: '/data' }), since: at };
    const judged = (now: number) => judge([standing('uploading')], { ...quiet, stopped }, 'final', now);
    expect([judged(at + MINUTE), judged(at + 11 * MINUTE)]).toEqual(['wait', 'stopped']);
  });

  it('A waiting command does not wait for a queue that cannot recover by itself', () => {
    const stopped = {
      error: new AppError('queue.damaged', { path: '/data/queue.db', reason: 'malformed' }),
      since: at,
    };
    expect(judge([standing('uploading')], { ...quiet, stopped }, 'final', at)).toBe('stopped');
  });

  it('waits for the service only when asked to', () => {
    expect(judge([standing('processing')], quiet, 'sent', at)).toBe('finished');
    expect(judge([standing('processing')], quiet, 'final', at)).toBe('wait');
  });

  it('waits for a check', () => {
    expect(judge([standing('waiting', {}, 'checking')], { ...quiet, checking: 1 }, 'sent', at)).toBe('wait');
  });

  it('is finished with a file that is held', () => {
    expect(judge([standing('waiting', {}, 'held')], quiet, 'final', at)).toBe('finished');
  });

  it('waits no longer where all that is left is not known to have arrived', () => {
    expect(judge([standing('unknown')], quiet, 'final', at)).toBe('needs-person');
  });

  it('ends when only a person can help', () => {
    expect(judge([standing('waiting')], { ...quiet, open: 2, waitingForPerson: 2 }, 'sent', at)).toBe('needs-person');
    expect(judge([standing('waiting')], { ...quiet, open: 2, waitingForPerson: 1 }, 'sent', at)).toBe('wait');
  });

  it('gives a service that has answered before ten minutes to come back', () => {
    const since = (ms: number) => judge([standing('waiting')], { ...quiet, silentSince: at - ms }, 'sent', at);
    expect([since(9 * MINUTE), since(10 * MINUTE)]).toEqual(['wait', 'unreachable']);
  });

  it('A waiting command gives a service that has never answered twenty seconds', () => {
    const since = (ms: number) =>
      judge([standing('waiting')], { ...quiet, everReached: false, silentSince: at - ms }, 'sent', at);
    expect([since(19 * SECOND), since(20 * SECOND)]).toEqual(['wait', 'unreachable']);
  });

  it('is told that all that is left waits for sending hours, once nothing else moves', () => {
    const judged = (situation: object) => judge([standing('waiting')], { ...quiet, ...situation }, 'sent', at);
    expect(judged({ open: 3, waitingForHours: 2 })).toBe('wait');
    expect(judged({ open: 3, waitingForHours: 2, waitingForPerson: 1 })).toBe('hours');
    expect(judged({ open: 3, waitingForHours: 3 })).toBe('hours');
  });

  it('waits for the near questions about an abandoned id where all is to be settled, and not for those of hours later', () => {
    const id = standing('processed').submission.id;
    const asked = { about: 'abandoned-id', submission: id, batchId: 'old', outlastsRestart: true } as const;
    const judged = (waitFor: 'final' | 'settled', inMs: number, state: Batch['state'] = 'processed') => {
      const situation = { ...quiet, open: 0 };
      return judge([standing(state)], situation, waitFor, at, [{ ...asked, at: at + inMs }]);
    };
    expect([judged('settled', 4 * MINUTE), judged('settled', 8 * MINUTE)]).toEqual(['wait', 'finished']);
    expect(judged('settled', MINUTE, 'unknown')).toBe('wait');
    expect(judged('final', MINUTE)).toBe('finished');
  });

  it('waits for a team ledger that is away, but not without limit', () => {
    const error = new AppError('team.unreachable', { ledger: 'ledger:5432/tranship', reason: 'no answer' }).toRecord();
    const held = standingOf(summaryOf({ ...submissionIn('held'), error }), []);
    const judged = (now: number) => judge([held], { ...quiet, open: 0, ledgerAwaySince: at }, 'sent', now);
    expect([judged(at + MINUTE), judged(at + 11 * MINUTE)]).toEqual(['wait', 'unreachable']);
  });
});
