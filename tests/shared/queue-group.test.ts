import { describe, expect, it } from 'vitest';
import { noLines } from '../../src-shared/account.ts';
import { AppError } from '../../src-shared/errors.ts';
import { groupOf } from '../../src-shared/queue-group.ts';
import { row } from '../shells/rows.ts';

const account = (lines: Partial<ReturnType<typeof noLines>>) => ({ ...noLines(), ...lines });

describe('The group of a submission', () => {
  it('is “needs you” while its connection fails permanently', () => {
    const error = new AppError('auth.forbidden', { endpoint: 'POST /x' }).toRecord();
    expect(groupOf(row(1, { error }))).toBe('needs');
  });

  it('is “moving” while it only waits for the network', () => {
    const error = new AppError('network.unreachable', { host: 'x', reason: 'y' }).toRecord();
    expect(groupOf(row(1, { error }))).toBe('moving');
  });

  it('is “done” once every line was accepted, or left out on purpose', () => {
    expect(groupOf(row(1, { state: 'processed', account: account({ accepted: 10 }) }))).toBe('done');
    expect(groupOf(row(1, { state: 'processed', account: account({ accepted: 8, leftOut: 2 }) }))).toBe('done');
    expect(groupOf(row(1, { state: 'cancelled', account: account({ invalid: 1, leftOut: 9 }) }))).toBe('done');
    expect(groupOf(row(1, { state: 'corrected', account: account({ accepted: 8, rejected: 2 }) }))).toBe('done');
  });

  it('is “needs you” while its preparation has refused rows that are in no file, for the first of its files alone', () => {
    const refusedRows = { manifest: 'a', first: 1, exports: [{ export: 'november.csv', rows: 3 }] };
    const done = { state: 'processed', account: account({ accepted: 10 }), refusedRows } as const;
    expect([groupOf(row(1, done)), groupOf(row(2, done))]).toEqual(['needs', 'done']);
  });

  it.each([
    ['partially-accepted', { accepted: 8, rejected: 2 }],
    ['rejected', { rejected: 10 }],
    ['unreported', { unknown: 10 }],
    ['processed', { accepted: 9, unknown: 1 }],
    ['cancelled', { accepted: 5, unknown: 5 }],
    ['checked', { unsent: 10 }],
    ['checked', { unsent: 9, invalid: 1 }],
    ['held', { unsent: 9, invalid: 1 }],
  ] as const)('is “needs you” for what is %s with %j, and never “done”', (state, lines) => {
    expect(groupOf(row(1, { state, account: account(lines) }))).toBe('needs');
  });
});
