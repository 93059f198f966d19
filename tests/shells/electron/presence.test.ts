/** @file What the system around the window is shown of the queue, and told. */

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { statusSentence, taskbarProgress } from '../../../src-main/shells/electron/activity.ts';
import { Presence } from '../../../src-main/shells/electron/presence.ts';
import type { QueueState, SubmissionRow } from '../../../src-shared/contract.ts';
import { fullDisk, row, uploading } from '../rows.ts';

const show = vi.fn();
const tell = vi.fn();
beforeEach(() => {
  show.mockReset();
  tell.mockReset();
});

function state(submissions: SubmissionRow[], change: Partial<QueueState> = {}): QueueState {
  return { sequence: 1, submissions, removed: [], ...change };
}
const presence = (...rows: SubmissionRow[]) => new Presence(state(rows), { show, tell });

describe('The presence of the queue', () => {
  it('The presence shows at the start what the queue does', () => {
    presence(uploading(1, 10));
    expect(show.mock.calls).toEqual([[expect.objectContaining({ uploads: 1 })]]);
  });

  it('The presence reports no news from before the start', () => {
    presence(row(1, { state: 'held' })).follow(state([row(1, { state: 'held' })]));
    expect(tell).not.toHaveBeenCalled();
  });

  it('The presence reports changes', () => {
    presence(uploading(1, 10)).follow(state([row(1, { state: 'processed' })]));
    expect(tell.mock.calls).toEqual([[expect.objectContaining({ title: 'Processed' })]]);
  });

  it('What had ended before the start and was left out of the snapshot is no news when it is told again', () => {
    const older = { before: row(5).id, count: 2 };
    const one = new Presence({ ...state([row(5, { state: 'processed' })]), older }, { show, tell });
    one.follow(state([row(2, { state: 'processed' })]));
    expect(tell).not.toHaveBeenCalled();
    one.follow(state([row(3, { state: 'failed' }), row(6, { state: 'processed' })]));
    expect(tell.mock.calls.map(([{ title }]) => title)).toEqual(['Could not be sent', 'Processed']);
  });

  it('The presence remembers rows that do not change', () => {
    const both = presence(uploading(1, 10), uploading(2, 10));
    both.follow(state([row(1, { state: 'processed' })]));
    expect(both.activity.uploads).toBe(1);
  });

  it('The presence forgets rows that are no longer in the queue', () => {
    const [gone] = [row(1, { state: 'held' })];
    const one = presence(gone);
    one.follow(state([], { removed: [gone.id] }));
    expect(one.activity.needPerson).toBe(0);
  });

  it('The presence reports once that the whole queue has stopped', () => {
    const one = presence(uploading(1, 10));
    one.follow(state([], { stopped: fullDisk }));
    one.follow(state([], { stopped: fullDisk }));
    expect(tell.mock.calls).toEqual([[expect.objectContaining({ title: 'The disk is full' })]]);
  });

  it('The presence knows which submissions can be paused, and which resumed', () => {
    const all = presence(row(1), row(2, { state: 'paused', paused: true }), row(3, { state: 'processed' }));
    expect([all.open(false), all.open(true)]).toEqual([[1], [2]]);
  });

  describe('when several files are sent', () => {
    const sent = (id: number, state: SubmissionRow['state']) => ({ ...uploading(id, 1000, 1000), state });
    const told = (one: Presence, ...rows: SubmissionRow[]) => {
      one.follow(state(rows));
      return [taskbarProgress(one.activity, 'win32').value, statusSentence(one.activity)];
    };

    it('a file that is done stays in the progress, which never runs backwards', () => {
      const one = presence(uploading(1, 900), uploading(2, 100));
      expect(told(one, sent(1, 'processing'))).toEqual([0.55, 'Sending 1 of 2 files, 55 %']);
      expect(told(one, sent(1, 'processed'), uploading(2, 200))).toEqual([0.6, 'Sending 1 of 2 files, 60 %']);
    });

    it('a file that is done before another is checked is one of the same run', () => {
      const one = presence(uploading(1, 900), row(2, { state: 'checking' }));
      expect(told(one, sent(1, 'processed'))).toEqual([2, 'Checking 1 file']);
      expect(told(one, uploading(2, 200))).toEqual([0.6, 'Sending 1 of 2 files, 60 %']);
    });

    it('a small file that was sent between two looks is one of the run, and one that was only checked is not', () => {
      const one = presence(uploading(1, 900), row(2, { state: 'checking' }), row(3, { state: 'checking' }));
      expect(told(one, sent(2, 'processed'), row(3, { state: 'checked' }))).toEqual([
        0.95,
        'Sending 1 of 2 files, 95 % · 1 needs you',
      ]);
    });

    it('a file that was given up, or that failed in its middle, no longer counts', () => {
      const one = presence(uploading(1, 900), uploading(2, 100), uploading(3, 0));
      const after = told(one, { ...uploading(1, 900), state: 'cancelled' }, { ...uploading(3, 500), state: 'failed' });
      expect(after).toEqual([0.1, 'Sending 1 file, 10 % · 1 needs you']);
    });

    it('the next run begins without the files of the last one', () => {
      const one = presence(uploading(1, 900));
      told(one, sent(1, 'processed'));
      expect(told(one, uploading(2, 100))).toEqual([0.1, 'Sending 1 file, 10 %']);
    });
  });
});
