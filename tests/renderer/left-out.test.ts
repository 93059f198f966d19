import { describe, expect, it } from 'vitest';
import { leftOutOf } from '../../src-renderer/left-out.ts';
import { isAllAccepted, isWhole, noLines } from '../../src-shared/account.ts';
import { row } from '../shells/rows.ts';

const account = { ...noLines(), accepted: 964, leftOut: 36 };

describe('Lines that were left out', () => {
  it('are not open, and yet not accepted', () => {
    expect([isAllAccepted(account), isWhole(account)]).toEqual([true, false]);
    expect(isWhole({ ...noLines(), accepted: 964 })).toBe(true);
  });

  it('are told of a file that was cancelled, as the statement counts them', () => {
    expect(leftOutOf(row(3, { state: 'cancelled', account: { ...noLines(), leftOut: 5 } }))).toBe(5);
  });
});
