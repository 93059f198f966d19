import { describe, expect, it } from 'vitest';
import type { SubmissionId } from '../../src-main/send/batch.ts';
import { patternOf, releaseSummary } from '../../src-main/send/release-summary.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { type CheckResult, submissionSchema } from '../../src-main/send/submission.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { occasion, ranges, sampleCheck, sampleSubmission } from './samples.ts';

const { destination } = sampleSubmission();

function checkWith(transactions: number, amount: string, day = '2026-11-20'): CheckResult {
  return {
    ...sampleCheck,
    transactions,
    totals: { sums: [{ currency: 'EUR', amount }], firstDay: day, lastDay: day, days: 1 },
  };
}

/** A store in which these files were sent, and a file that is held. */
function place() {
  const store = new QueueStore(temporaryFolder());
  const add = (name: string, check: CheckResult, stage: 'approved' | 'held', more: object = {}): SubmissionId => {
    const unnumbered = { ...sampleSubmission({ name, content: name, check }), ...more };
    const { id } = store.addSubmission(unnumbered, occasion);
    const stored = submissionSchema.parse({ ...unnumbered, id, stage, ranges });
    if (stored.stage === 'approved') store.approve(stored, ranges, occasion);
    else store.saveSubmission(stored, occasion);
    return id;
  };
  const summaryOf = (...ids: SubmissionId[]) =>
    releaseSummary(ids, {
      store,
      submission: (id) => {
        const found = store.submission(id);
        if (found === undefined) throw new Error('no such submission');
        return found;
      },
      speed: () => undefined,
    });
  return { store, add, summaryOf };
}

describe('Before files are sent, a person sees', () => {
  it('count, sums, days and batches', () => {
    const { add, summaryOf } = place();
    const id = add('/in/pay 2026-11-21.jsonl', checkWith(15, '12.5', '2026-11-21'), 'held');
    expect(summaryOf(id)).toMatchObject({
      files: 1,
      transactions: 15,
      batches: 2,
      bytes: 150,
      sums: [{ currency: 'EUR', amount: '12.5' }],
      days: { first: '2026-11-21', last: '2026-11-21', count: 1 },
    });
  });

  it('several files as one, with sums that are not rounded', () => {
    const { add, summaryOf } = place();
    const one = add('/in/a.jsonl', checkWith(1, '0.1', '2026-11-02'), 'held');
    const other = add('/in/b.jsonl', checkWith(2, '0.2', '2026-11-01'), 'held');
    const summary = summaryOf(one, other);
    expect(summary).toMatchObject({ files: 2, transactions: 3, batches: 4, sums: [{ amount: '0.3' }] });
    expect(summary.days).toEqual({ first: '2026-11-01', last: '2026-11-02' });
    expect(summary.earlier).toBeUndefined();
  });

  it('the last file with the same name but for its date, and no other', () => {
    const { add, summaryOf } = place();
    add('/in/pay 2026-11-19.jsonl', checkWith(10, '1'), 'approved');
    const last = add('/elsewhere/pay 2026-11-20.jsonl', checkWith(12, '2'), 'approved');
    add('/in/cards 2026-11-20.jsonl', checkWith(99, '3'), 'approved');
    add('/in/pay 2026-11-20.jsonl', checkWith(98, '4'), 'approved', { destination: 'elsewhere' });
    const id = add('/in/pay 2026-11-21.jsonl', checkWith(15, '5'), 'held');
    expect(summaryOf(id).earlier).toMatchObject({ id: last, fileName: 'pay 2026-11-20.jsonl', transactions: 12 });
  });

  it('the last file of the same template, whatever its name', () => {
    const { add, summaryOf } = place();
    const prepared = (name: string) => ({
      prepared: {
        manifestSha256: 'm',
        sha256: 's',
        toolVersion: '1',
        sources: [],
        template: { name, version: 1, sha256: 't' },
      },
    });
    const last = add('/in/x-001.jsonl', checkWith(12, '2'), 'approved', prepared('Cards'));
    add('/in/y-001.jsonl', checkWith(13, '2'), 'approved', prepared('Transfers'));
    const id = add('/in/y-002.jsonl', checkWith(15, '5'), 'held', prepared('Cards'));
    expect(summaryOf(id).earlier).toMatchObject({ id: last });
  });

  it('nothing of what is not held', () => {
    const { add, summaryOf } = place();
    const id = add('/in/a.jsonl', checkWith(1, '1'), 'approved');
    expect(() => summaryOf(id)).toThrow(/./);
  });
});

describe('Names of regular exports', () => {
  it.each([
    ['/in/payments-2026-11-21.jsonl', 'C:\\in\\Payments-2026-11-22.jsonl'],
    ['november.jsonl', 'december.jsonl'],
    ['cards_01_nov_2026.jsonl', 'cards_30_Dec_2026.jsonl'],
    ['export 9.jsonl', 'export 10.jsonl'],
  ])('%s and %s are alike', (one, other) => {
    expect(patternOf(one)).toBe(patternOf(other));
  });

  it.each([
    ['payments-2026.jsonl', 'cards-2026.jsonl'],
    ['summary.jsonl', 'marry.jsonl'],
    ['decisions.jsonl', 'novisions.jsonl'],
  ])('%s and %s are not', (one, other) => {
    expect(patternOf(one)).not.toBe(patternOf(other));
  });
});

it('names of what was approved are those to this destination, latest first', () => {
  const { store, add } = place();
  add('/in/a.jsonl', checkWith(1, '1'), 'approved');
  add('/in/b.jsonl', checkWith(1, '1'), 'approved');
  add('/in/c.jsonl', checkWith(1, '1'), 'held');
  expect(store.approvedNames(destination).map(({ name }) => name)).toEqual(['/in/b.jsonl', '/in/a.jsonl']);
});
