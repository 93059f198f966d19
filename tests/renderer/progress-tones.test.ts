import { describe, expect, it } from 'vitest';
import { leadingTone, tonesOf } from '../../src-renderer/progress/tones.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { row } from '../shells/rows.ts';

const stage = (bytes: number) => ({ bytes, batches: 1 });
const rowOf = (change: Partial<SubmissionRow>) => row(1, { state: 'uploading', ...change });
const percents = (row: Partial<SubmissionRow>) => tonesOf(rowOf(row)).map(({ tone, percent }) => [tone, percent]);

describe('The three tones of the bar', () => {
  it('A file that is checked grows in the first tone alone', () => {
    const nothing = { bytes: 0, batches: 0 };
    const row = { checkedBytes: 39, bytes: 100, whole: nothing, sent: nothing, processed: nothing };
    expect(percents({ ...row, state: 'checking' })).toEqual([
      ['checked', 39],
      ['sent', 0],
      ['processed', 0],
    ]);
  });

  it('What is sent is a part of what is checked, and what is processed a part of that', () => {
    expect(percents({ bytes: 200, whole: stage(200), sent: stage(90), processed: stage(30) })).toEqual([
      ['checked', 100],
      ['sent', 45],
      ['processed', 15],
    ]);
  });

  it('A share is never more than the whole, and 100 only when nothing is missing', () => {
    expect(tonesOf(rowOf({ whole: stage(1000), sent: stage(1200), processed: stage(999) }))).toEqual([
      { tone: 'checked', share: 1, percent: 100 },
      { tone: 'sent', share: 1, percent: 100 },
      { tone: 'processed', share: 0.999, percent: 99 },
    ]);
  });

  it('A file whose size is not known yet has no share', () => {
    const { bytes: _, ...row } = rowOf({ state: 'checking', checkedBytes: 10 });
    expect(tonesOf(row)[0]).toEqual({ tone: 'checked', share: 0, percent: 0 });
  });
});

describe('The tone that is told in figures', () => {
  it.each([
    ['the check while it runs', { state: 'checking' }, 'checked'],
    ['sending until all is sent', { whole: stage(100), sent: stage(99) }, 'sent'],
    [
      'still sending while the service has processed nothing',
      { whole: stage(100), sent: stage(100), processed: stage(0) },
      'sent',
    ],
    ['the service after that', { whole: stage(100), sent: stage(100), processed: stage(20) }, 'processed'],
    ['sending while nothing is cut into batches yet', { whole: stage(0), sent: stage(0) }, 'sent'],
  ] as const)('is %s', (_what, row, tone) => {
    expect(leadingTone(rowOf(row))).toBe(tone);
  });
});
