/** @file What is known of a service beforehand: from where it counts the lines of its reports. */

import { describe, expect, it } from 'vitest';
import type { ReadingFacts } from '../../../src-main/records/reports/reading-facts.ts';
import { ReportLines } from '../../../src-main/records/reports/report-lines.ts';
import { MemorySettings } from '../../memory-stores.ts';

const [bank, sameBank] = [
  'https://bank https://bank/token one tenant/1',
  'https://bank https://bank/token two tenant/2',
];
const other = 'https://other https://other/token one tenant/1';
const proven = (first: 0 | 1, evidence: 'identifiers' | 'numbers' | 'known' | 'name' = 'identifiers') =>
  ({ numbering: { line: { first, evidence } } }) satisfies Pick<ReadingFacts, 'numbering'>;

describe('From where a service counts lines', () => {
  it('is learnt from a report that has proven it, for every tenant of the service, and for no other service', () => {
    const file = new MemorySettings();
    new ReportLines(file).learn(bank, proven(0));
    const known = new ReportLines(file);
    expect([bank, sameBank, other].map((place) => known.of(place))).toEqual([{ line: 0 }, { line: 0 }, undefined]);
  });

  it('is not learnt from a report that has proven nothing', () => {
    const known = new ReportLines(new MemorySettings());
    known.learn(bank, proven(1, 'name'));
    known.learn(bank, proven(1, 'known'));
    expect(known.of(bank)).toBeUndefined();
  });

  it('is not known any more once another report has proven something else', () => {
    const known = new ReportLines(new MemorySettings());
    for (const first of [0, 1, 1] as const) known.learn(bank, proven(first, 'numbers'));
    expect(known.of(bank)).toBeUndefined();
  });

  it('is what a person has set, until it is no longer set', () => {
    const known = new ReportLines(new MemorySettings());
    known.learn(bank, proven(1));
    known.set(bank, 0);
    expect(known.of(bank)).toEqual({ set: 0, line: 1 });
    known.set(bank, undefined);
    expect(known.of(bank)).toEqual({ line: 1 });
  });

  it('counts as not known where somebody has written nonsense into the settings', () => {
    const file = new MemorySettings();
    file.set('reportLines', { 'https://bank': { set: 7 }, 'https://other': 'x' });
    const known = new ReportLines(file);
    expect([known.of(bank), known.of(other)]).toEqual([undefined, undefined]);
  });
});
