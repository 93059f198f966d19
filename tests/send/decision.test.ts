import { describe, expect, it } from 'vitest';
import { decide, decideByAge } from '../../src-main/send/decision.ts';
import type { SentIds } from '../../src-main/send/sent-before/same-ids.ts';
import {
  type ApprovedSubmission,
  type CheckResult,
  checkResultSchema,
  submissionSchema,
} from '../../src-main/send/submission.ts';
import { AppError } from '../../src-shared/errors.ts';
import { sampleSubmission } from './samples.ts';

const clean: CheckResult = {
  bytes: 100,
  modifiedAt: 0,
  sha256: 'a'.repeat(64),
  lines: 10,
  transactions: 10,
  valid: 10,
  errors: 0,
  warnings: 0,
  byRule: {},
  durationMs: 1,
  totals: { sums: [{ currency: 'EUR', amount: '12.5' }], firstDay: '2026-01-03', lastDay: '2026-01-05', days: 3 },
};
const faulty = { ...clean, valid: 9, errors: 1 };
const otherBytes = { ...clean, sha256: 'b'.repeat(64) };

function submission(options: object = {}, check: CheckResult = clean): ApprovedSubmission {
  const sample = sampleSubmission();
  const { id } = submissionSchema.parse({ ...sample, id: 7 });
  return { ...sample, id, check, options: { ...sample.options, ...options } };
}

describe('a checked file', () => {
  it('a checked file without errors is sent', () => {
    expect(decide(submission(), clean, true, [])).toEqual({ stage: 'approved' });
  });

  it('a checked file with errors is held', () => {
    expect(decide(submission(), faulty, true, [])).toEqual({ stage: 'held' });
  });

  it('a checked file with errors is sent when the service is to decide', () => {
    expect(decide(submission({ onInvalid: 'service-decides' }), faulty, true, [])).toEqual({ stage: 'approved' });
  });

  it('a checked file without transactions is held', () => {
    expect(decide(submission({ onInvalid: 'service-decides' }), clean, false, [])).toEqual({ stage: 'held' });
  });
});

describe('a file of a watched folder', () => {
  const awaiting = (when: 'always' | 'with-findings') => submission({ awaitRelease: { when, folder: '/in' } });
  const released = (warnings: number) => ({
    code: 'submission.awaits-release',
    params: { folder: '/in', warnings },
    retryable: false,
  });

  it('waits for a person although nothing was found', () => {
    expect(decide(awaiting('always'), clean, true, [])).toEqual({ stage: 'held', error: released(0) });
  });

  it('is released by itself where only findings need a person, and there are none', () => {
    expect(decide(awaiting('with-findings'), clean, true, [])).toEqual({ stage: 'approved' });
  });

  it('waits with a single warning, and says how many there are', () => {
    const warned = { ...clean, warnings: 1 };
    expect(decide(awaiting('with-findings'), warned, true, [])).toEqual({ stage: 'held', error: released(1) });
  });

  it('waits when it resembles another one, though the check found nothing', () => {
    expect(decide(awaiting('with-findings'), otherBytes, true, [submission()])).toMatchObject({
      stage: 'held',
      error: { code: 'submission.awaits-release' },
      warning: { code: 'submission.resembles' },
    });
  });

  it('is held for what is worse first: errors, nothing to send, or the same content', () => {
    expect(decide(awaiting('always'), faulty, true, [])).toEqual({ stage: 'held' });
    expect(decide(awaiting('always'), clean, false, [])).toEqual({ stage: 'held' });
    expect(decide(awaiting('always'), clean, true, [submission()])).toMatchObject({
      stage: 'held',
      error: { code: 'submission.sent-before' },
    });
  });
});

describe('a file whose ids have been sent before', () => {
  const sentIds = (files: SentIds['files'], uncompared = 0): SentIds => ({ lines: 3, files, uncompared });
  const earlier = { submission: submission(), lines: 3, state: 'processed', at: 0, user: 'anna' } as const;

  it('a file with a single id that was sent before is held, and says with which file, when, by whom and what became of it', () => {
    expect(decide(submission(), otherBytes, true, [], sentIds([earlier, earlier]))).toEqual({
      stage: 'held',
      error: {
        code: 'submission.ids-sent-before',
        params: {
          lines: 3,
          transactions: 10,
          id: 7,
          path: submission().name,
          state: 'processed',
          user: 'anna',
          others: 1,
          at: '1970-01-01T00:00:00.000Z',
        },
        retryable: false,
      },
    });
  });

  it('a file with ids that were sent before is held even when the service is to decide about errors', () => {
    const options = { onInvalid: 'service-decides' };
    expect(decide(submission(options), faulty, true, [], sentIds([earlier])).stage).toBe('held');
  });

  it('a file with ids that were sent before is sent when the reason was given beforehand', () => {
    const options = { sendAgain: 'lost by the tenant' };
    expect(decide(submission(options), clean, true, [], sentIds([earlier]))).toEqual({ stage: 'approved' });
  });

  it('a file with the same content names that, not its ids', () => {
    const { error } = decide(submission(), clean, true, [submission()], sentIds([earlier]));
    expect(error?.code).toBe('submission.sent-before');
  });

  it('a file that could not be compared with all earlier ones is sent with a warning', () => {
    expect(decide(submission(), otherBytes, true, [], sentIds([], 2))).toMatchObject({
      stage: 'approved',
      warning: { code: 'submission.not-compared', params: { files: 2 } },
    });
  });

  it('a file of which nothing was sent before is sent', () => {
    expect(decide(submission(), otherBytes, true, [], sentIds([]))).toEqual({ stage: 'approved' });
  });
});

describe('a file that has been sent before', () => {
  it('a file that was sent before is held, and the earlier submission is named', () => {
    expect(decide(submission(), clean, true, [submission()])).toMatchObject({
      stage: 'held',
      error: { code: 'submission.sent-before', params: { id: 7, at: '2026-01-05T09:00:00.000Z' } },
    });
  });

  it('a file that was sent before is held even when the service is to decide about errors', () => {
    const decided = decide(submission({ onInvalid: 'service-decides' }), faulty, true, [submission()]);
    expect(decided.stage).toBe('held');
  });

  it('a file that was sent before is sent when the reason was given beforehand', () => {
    expect(decide(submission({ sendAgain: 'lost by the tenant' }), clean, true, [submission()])).toEqual({
      stage: 'approved',
    });
  });
});

describe('a file with the count, sums and days of an earlier one', () => {
  it('a file with the same totals as an earlier one is sent with a warning', () => {
    expect(decide(submission(), otherBytes, true, [submission()])).toMatchObject({
      stage: 'approved',
      warning: { code: 'submission.resembles', params: { id: 7 } },
    });
  });

  it.each([
    ['count', { transactions: 11 }],
    ['sums', { totals: { ...clean.totals, sums: [{ currency: 'EUR', amount: '12.51' }] } }],
    ['days', { totals: { ...clean.totals, lastDay: '2026-01-06' } }],
  ])('is not suspected when the %s differ', (_, difference) => {
    const check = checkResultSchema.parse({ ...otherBytes, ...difference });
    expect(decide(submission(), check, true, [submission()])).toEqual({ stage: 'approved' });
  });

  it('a file is sent without a warning when there is neither an amount nor a day', () => {
    const empty = { ...otherBytes, totals: { sums: [], days: 0 } };
    const earlier = submission({}, { ...clean, totals: { sums: [], days: 0 } });
    expect(decide(submission(), empty, true, [earlier])).toEqual({ stage: 'approved' });
  });
});

describe('a file that goes to Production', () => {
  const confirmed = {
    code: 'submission.awaits-confirmation',
    params: { connection: 'bank' },
    retryable: false,
  };
  const awaiting = (options: object = {}) => submission({ awaitConfirmation: true, ...options });

  it('waits for a person although nothing was found', () => {
    expect(decide(awaiting(), clean, true, [])).toEqual({ stage: 'held', error: confirmed });
  });

  it('says first what else is in its way', () => {
    expect(decide(awaiting(), faulty, true, [])).toEqual({ stage: 'held' });
    expect(decide(awaiting(), clean, true, [submission()])).toMatchObject({
      error: { code: 'submission.sent-before' },
    });
    expect(decide(awaiting({ awaitRelease: { when: 'always', folder: '/in' } }), clean, true, [])).toMatchObject({
      error: { code: 'submission.awaits-release' },
    });
  });

  it('waits also where a reason was given beforehand', () => {
    expect(decide(awaiting({ sendAgain: 'asked for' }), clean, true, [submission()])).toMatchObject({
      stage: 'held',
      error: confirmed,
    });
  });
});

describe('A file that is older than the confirmation of a data folder that was put back', () => {
  const older = { changedAt: Date.UTC(2026, 0, 1), confirmedAt: Date.UTC(2026, 0, 2) };
  const error = new AppError('submission.older-than-folder', {
    changedAt: '2026-01-01T00:00:00.000Z',
    confirmedAt: '2026-01-02T00:00:00.000Z',
  }).toRecord();

  it('is held, whatever else it waits for', () => {
    expect(decideByAge({ stage: 'approved' }, {}, older)).toEqual({ stage: 'held', error });
    const waiting = decide(submission({ awaitConfirmation: true }), clean, true, []);
    expect(decideByAge(waiting, {}, older)).toEqual({ stage: 'held', error });
  });

  it('is held for what was sent before, where that is known', () => {
    const known = decide(submission(), clean, true, [submission()]);
    expect(decideByAge(known, {}, older)).toBe(known);
  });

  it('goes with a reason that was given beforehand', () => {
    expect(decideByAge({ stage: 'approved' }, { sendAgain: 'asked the provider' }, older)).toEqual({
      stage: 'approved',
    });
  });
});
