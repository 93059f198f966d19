import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterChange, fromSnapshot, type QueueList } from '../../src-renderer/queue-list.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';
import { row as queueRow } from '../shells/rows.ts';

const row = (id: number, state: SubmissionRow['state']) => queueRow(id, { state });
const snapshot = (sequence: number, ...submissions: SubmissionRow[]) =>
  fromSnapshot({ sequence, submissions, removed: [] });
const ids = (list: QueueList | 'gap') => (list === 'gap' ? list : [...list.rows.keys()].toSorted((a, b) => a - b));

describe("The page's list of submissions", () => {
  it('The list loses removed submissions', () => {
    const removed = [submissionIdSchema.parse(1)];
    const list = snapshot(1, row(1, 'processed'), row(2, 'waiting'));
    expect(ids(afterChange(list, { sequence: 2, submissions: [], removed }))).toEqual([2]);
  });

  it('The list keeps its version when there is only progress', () => {
    const list = snapshot(1, row(1, 'uploading'));
    const moved = { ...row(1, 'uploading'), sent: { bytes: 5, batches: 0 } };
    expect(afterChange(list, { sequence: 2, submissions: [moved], removed: [] })).toMatchObject({
      version: list.version,
    });
  });

  it('The list gets another version when a state changes', () => {
    const list = snapshot(1, row(1, 'uploading'));
    const change = { sequence: 2, submissions: [row(1, 'processing')], removed: [] };
    expect(afterChange(list, change)).toMatchObject({ version: list.version + 1 });
  });

  it('The list reports what stopped the queue until it works again', () => {
    const stopped = { code: 'disk.full', params: { folder: '/data' }, retryable: true } as const;
    const list = fromSnapshot({ sequence: 1, submissions: [], removed: [], stopped });
    expect(afterChange(list, { sequence: 2, submissions: [], removed: [] })).toMatchObject({ stopped: undefined });
  });

  it('The list is the same from a snapshot as from the changes before it', () => {
    const state = fc.constantFrom<SubmissionRow['state']>('waiting', 'uploading', 'processed');
    const step = fc.record({ id: fc.integer({ min: 1, max: 6 }), state, isRemoved: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const truth = new Map<number, SubmissionRow>();
        let list: QueueList | 'gap' = snapshot(0);
        for (const [place, { id, state, isRemoved }] of steps.entries()) {
          const changed = row(id, state);
          if (isRemoved) truth.delete(id);
          else truth.set(id, changed);
          if (list === 'gap') throw new Error('There was no gap.');
          list = afterChange(list, {
            sequence: place + 1,
            submissions: isRemoved ? [] : [changed],
            removed: isRemoved ? [changed.id] : [],
          });
        }
        expect(list !== 'gap' && new Map(list.rows)).toEqual(truth);
      }),
    );
  });
});
