import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../../src-main/clock.ts';
import type { Batch } from '../../../src-main/queue/batch.ts';
import type { SubmissionView } from '../../../src-main/queue/queue.ts';
import { submissionSchema } from '../../../src-main/queue/submission.ts';
import { judge } from '../../../src-main/shells/cli/patience.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { at, sampleBatch, sampleSubmission } from '../../queue/samples.ts';

const quiet = {
  ...{ open: 1, waitingForPerson: 0, silentSince: undefined, everReached: true, checking: 0, isAsking: false },
  stopped: undefined,
};

function view(state: Batch['state'], more: Partial<Batch> = {}, stage = 'approved'): SubmissionView {
  const submission = submissionSchema.parse({ ...sampleSubmission(), id: 1, stage });
  return { submission, state: 'waiting', batches: [sampleBatch(1, { ...more, state })] };
}

describe('A command that waits', () => {
  it('A waiting command finishes when every batch has ended', () => {
    expect(judge([view('processed'), view('rejected')], quiet, 'final', at)).toBe('finished');
  });

  it('A waiting command waits for the report of a refused batch', () => {
    expect(judge([view('rejected', { report: 'wanted' })], quiet, 'final', at)).toBe('wait');
  });

  it('A waiting command waits for room on a full disk, but not without limit', () => {
    const stopped = { error: new AppError('disk.full', { folder: '/data' }), since: at };
    const judged = (now: number) => judge([view('uploading')], { ...quiet, stopped }, 'final', now);
    expect([judged(at + MINUTE), judged(at + 11 * MINUTE)]).toEqual(['wait', 'stopped']);
  });

  it('A waiting command does not wait for a queue that cannot recover by itself', () => {
    const stopped = {
      error: new AppError('queue.damaged', { path: '/data/queue.db', reason: 'malformed' }),
      since: at,
    };
    expect(judge([view('uploading')], { ...quiet, stopped }, 'final', at)).toBe('stopped');
  });

  it('A waiting command waits for the service only when asked to', () => {
    expect(judge([view('processing')], quiet, 'sent', at)).toBe('finished');
    expect(judge([view('processing')], quiet, 'final', at)).toBe('wait');
  });

  it('A waiting command waits for a check', () => {
    expect(judge([view('waiting', {}, 'checking')], { ...quiet, checking: 1 }, 'sent', at)).toBe('wait');
  });

  it('A waiting command finishes when a file is held', () => {
    expect(judge([view('waiting', {}, 'held')], quiet, 'final', at)).toBe('finished');
  });

  it('A waiting command ends when only a person can help', () => {
    expect(judge([view('waiting')], { ...quiet, open: 2, waitingForPerson: 2 }, 'sent', at)).toBe('needs-person');
    expect(judge([view('waiting')], { ...quiet, open: 2, waitingForPerson: 1 }, 'sent', at)).toBe('wait');
  });

  it('A waiting command gives a service that has answered before ten minutes to come back', () => {
    const since = (ms: number) => judge([view('waiting')], { ...quiet, silentSince: at - ms }, 'sent', at);
    expect([since(9 * MINUTE), since(10 * MINUTE)]).toEqual(['wait', 'unreachable']);
  });

  it('A waiting command gives a service that has never answered twenty seconds', () => {
    const since = (ms: number) =>
      judge([view('waiting')], { ...quiet, everReached: false, silentSince: at - ms }, 'sent', at);
    expect([since(19 * SECOND), since(20 * SECOND)]).toEqual(['wait', 'unreachable']);
  });
});
