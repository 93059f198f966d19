/** @file When a report is relied on, and when it is not. */

import { describe, expect, it } from 'vitest';
import { verdictOf } from '../../src-main/records/report-verdict.ts';
import { READING_VERSION, type ReadingFacts } from '../../src-main/records/reports/reading-facts.ts';

const LINES = 5;
const facts: ReadingFacts = {
  version: READING_VERSION,
  report: { bytes: 9, modifiedAt: 1 },
  shape: 'json-lines',
  where: '',
  isPacked: false,
  entries: 2,
  accepted: 3,
  broken: 0,
  tooLarge: 0,
  numbering: {},
  source: 'read',
  contradictions: 0,
  unproven: 0,
  rows: { check: 0, service: 2, both: 0, unmatched: 0 },
};

const tableOf = (more: Partial<ReadingFacts>, lines: number[] = [4, 2], strangers = false) => ({
  facts: { ...facts, ...more },
  linesByService: () => lines.values(),
  hasStrangers: () => strangers,
});

describe('A report', () => {
  it('names the lines that were rejected, and counts those that it calls accepted', () => {
    const said = verdictOf(tableOf({}), LINES);
    expect(said).toMatchObject({ kind: 'lines', accepted: 3 });
    expect(said.kind === 'lines' && [...said.rejected]).toEqual([2, 4]);
  });

  it('without an entry names no line', () => {
    expect(verdictOf(tableOf({ entries: 0, accepted: 0 }, []), LINES)).toMatchObject({
      kind: 'lines',
      rejected: { size: 0 },
    });
  });

  it.each<[string, Parameters<typeof tableOf>, string]>([
    ['in a form that cannot be read', [{ shape: 'unknown', looksLike: 'markup' }], 'unknownShape'],
    ['of which only a part came', [{ cutOff: 'ends-early' }], 'cutOff'],
    ['with entries that cannot be read', [{ broken: 1 }], 'broken'],
    ['with an entry that is too large to be read', [{ tooLarge: 1 }], 'broken'],
    ['about lines that the batch does not have', [{}, [2], true], 'otherLines'],
    ['that leaves open which lines it means', [{ unproven: 1 }], 'unproven'],
    ['that tells of accepted lines, but not of all', [{ accepted: 2 }], 'missingLines'],
    ['whose entries name no line', [{}, []], 'noLines'],
  ])('%s says nothing that can be relied on', (_, table, why) => {
    expect(verdictOf(tableOf(...table), LINES)).toMatchObject({
      kind: 'unclear',
      error: { code: 'report.unclear', params: { why } },
    });
  });
});
