import { describe, expect, it } from 'vitest';
import { filesWithLeftOut, leftOutOf } from '../../src-renderer/left-out.ts';
import { isAllAccepted, isWhole, noLines } from '../../src-shared/account.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';
import { row } from '../shells/rows.ts';

const account = { ...noLines(), accepted: 964, leftOut: 36 };
const [one, two] = [submissionIdSchema.parse(1), submissionIdSchema.parse(2)];
const first = row(1, {
  state: 'corrected',
  account: { ...noLines(), rejected: 1000 },
  story: { account, correctedBy: two },
});
const second = row(2, {
  state: 'processed',
  account: { ...noLines(), accepted: 964 },
  story: { account, corrects: one },
});
const list = (...rows: (typeof first)[]) => new Map(rows.map((each) => [each.id, each]));

describe('Lines that were left out', () => {
  it('are not open, and yet not accepted', () => {
    expect([isAllAccepted(account), isWhole(account)]).toEqual([true, false]);
    expect(isWhole({ ...noLines(), accepted: 964 })).toBe(true);
  });

  it('are told once of a file and what corrects it, by the first that is in the list', () => {
    expect(filesWithLeftOut(list(first, second)).map(({ id }) => id)).toEqual([1]);
    expect(filesWithLeftOut(list(second)).map(({ id }) => id)).toEqual([2]);
  });

  it('are told of a file that was cancelled, as the statement counts them', () => {
    expect(leftOutOf(row(3, { state: 'cancelled', account: { ...noLines(), leftOut: 5 } }))).toBe(5);
  });
});
