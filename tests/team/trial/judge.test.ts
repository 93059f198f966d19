/** @file The judge of a trial finds each fault that a journal can show: one that cannot fail proves nothing. */

import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../harness/opponent/journal.ts';
import { busiestMinutes, isFlawless, judge, type Range } from './judge.ts';

const entry = (more: Partial<JournalEntry>): JournalEntry => ({
  at: 0,
  until: 0,
  endpoint: 'upload',
  method: 'PUT',
  bytes: 100,
  sha256: 'aa',
  status: 200,
  stored: false,
  ...more,
});
const stored = (sha256: string, batchId: string, more: Partial<JournalEntry> = {}) =>
  entry({ sha256, batchId, stored: true, ...more });
const range = (start: number, sha256: string, batchId: string): Range => ({
  file: 'november.jsonl',
  start,
  end: start + 100,
  sha256,
  batchId,
});

const MINUTE = 60_000;
const sent = [{ file: 'november.jsonl', bytes: 200 }];
const ranges = [range(0, 'aa', 'one'), range(100, 'bb', 'two')];
const journal = [stored('aa', 'one'), stored('bb', 'two')];

describe('the judge', () => {
  it('finds nothing where each range arrived once', () => {
    const verdict = judge(journal, sent, ranges, MINUTE);
    expect(verdict).toEqual({ lost: [], doubled: [], exceeded: [], wrong: [] });
    expect(isFlawless(verdict)).toBe(true);
  });

  it('counts what was stored although the sender saw no reply', () => {
    expect(
      isFlawless(judge([stored('aa', 'one', { status: undefined }), stored('bb', 'two')], sent, ranges, MINUTE)),
    ).toBe(true);
  });

  it.each([
    ['a range that never arrived', 'lost', [stored('aa', 'one')], ranges],
    ['a range whose upload was refused', 'lost', [stored('aa', 'one'), entry({ sha256: 'bb', status: 412 })], ranges],
    ['a range of which other bytes arrived', 'lost', [stored('aa', 'one'), stored('cc', 'two')], ranges],
    ['a range of which fewer bytes arrived', 'lost', [stored('aa', 'one'), stored('bb', 'two', { bytes: 99 })], ranges],
    ['a gap between two parts', 'lost', [...journal], [range(0, 'aa', 'one'), range(110, 'bb', 'two')]],
    ['parts that end before the file', 'lost', [stored('aa', 'one')], [range(0, 'aa', 'one')]],
    ['a file without parts', 'lost', [], []],
    ['the same range under two ids', 'doubled', [...journal, stored('bb', 'three')], ranges],
    ['the same id stored twice', 'doubled', [...journal, stored('bb', 'two')], ranges],
    ['bytes that no part has', 'doubled', [...journal, stored('cc', 'three')], ranges],
    ['overlapping parts', 'doubled', [...journal], [range(0, 'aa', 'one'), range(90, 'bb', 'two')]],
    ['an id of which the ledger knows nothing', 'wrong', [stored('aa', 'other'), stored('bb', 'two')], ranges],
    ['a request that no client may make', 'wrong', [...journal, entry({ complaint: 'No token' })], ranges],
    ['a reply of 429', 'exceeded', [...journal, entry({ endpoint: 'status', status: 429 })], ranges],
  ] as const)('finds %s', (_, kind, entries, parts) => {
    const verdict = judge(entries, sent, parts, MINUTE);
    expect(verdict[kind]).not.toEqual([]);
    expect(isFlawless(verdict)).toBe(false);
  });

  it.each([
    ['reservation', 20],
    ['status', 120],
    ['validation-result', 120],
  ] as const)('finds a minute with one request too many to %s, wherever it begins', (endpoint, limit) => {
    const early = entry({ endpoint, at: 1234 });
    const burst = Array.from({ length: limit }, (_, index) => entry({ endpoint, at: 61_233 + index / limit }));
    // The early one is 59.999 s before the first.
    expect(judge([...journal, early, ...burst], sent, ranges, MINUTE).exceeded).toHaveLength(1);
    expect(judge([...journal, ...burst], sent, ranges, MINUTE).exceeded).toEqual([]);
    expect(judge([...journal, { ...early, at: 1233 }, ...burst], sent, ranges, MINUTE).exceeded).toEqual([]);
    expect(judge([...journal, { ...early, endpoint: 'token' }, ...burst], sent, ranges, MINUTE).exceeded).toEqual([]);
  });

  it('tells the busiest minute of each limit, whatever order the journal has', () => {
    const times = [90_000, 0, 70_000, 30_001, 120_000];
    const entries = times.map((at) => entry({ endpoint: 'status', at }));
    // 70,000 90,000 120,000: the last window is open at 60,000. Those of 30,001, 70,000 and 90,000 are three as well.
    expect(busiestMinutes(entries, MINUTE)).toContainEqual({ endpoint: 'status', most: 3, limit: 120 });
  });
});
