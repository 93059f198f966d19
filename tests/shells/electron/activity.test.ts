import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  activityOf,
  costOfQuitting,
  isMoving,
  needsPerson,
  statusSentence,
  taskbarProgress,
} from '../../../src-main/shells/electron/activity.ts';
import type { SubmissionRow } from '../../../src-shared/contract.ts';
import { batchStateSchema } from '../../../src-shared/shapes.ts';
import { away, refusal, row, uploading } from './rows.ts';

const activity = (...rows: SubmissionRow[]) => activityOf(rows, false);
const taskbar = (...rows: SubmissionRow[]) => taskbarProgress(activity(...rows), 'win32');
const checking = row(9, { state: 'checking' });
const held = row(8, { state: 'held' });

describe('a submission needs a person', () => {
  it.each(['held', 'check-failed', 'failed'] as const)('when it is %s', (state) => {
    expect(needsPerson(row(1, { state }))).toBe(true);
  });

  it('when it waits for something that does not heal by itself', () => {
    expect(needsPerson(row(1, { state: 'waiting', error: refusal }))).toBe(true);
  });

  it('and not when the network is away', () => {
    expect(needsPerson(row(1, { state: 'waiting', error: away }))).toBe(false);
  });

  it('and not once it has ended', () => {
    expect(needsPerson(row(1, { state: 'rejected', error: refusal }))).toBe(false);
  });
});

describe('something moves', () => {
  it.each([
    ['bytes are on their way', uploading(1, 10), true],
    ['a check runs', checking, true],
    ['a batch waits for its turn', row(1), true],
    ['the network is away for a while', row(1, { error: away }), true],
    ['a paused submission still ends its batch', { ...uploading(1, 10), paused: true }, true],
    ['it is paused', row(1, { state: 'paused', paused: true }), false],
    ['a check is paused', { ...checking, paused: true }, false],
    ['it waits for a person', held, false],
    ['the connection refuses it', row(1, { error: refusal }), false],
    ['the service processes it', row(1, { state: 'processing' }), false],
    ['it has ended', row(1, { state: 'processed' }), false],
  ])('when %s', (_when, of, expected) => {
    expect(isMoving(activity(of))).toBe(expected);
  });

  it('not while the whole queue stands still', () => {
    expect(isMoving(activityOf([uploading(1, 10), checking], true))).toBe(false);
  });
});

describe('the taskbar', () => {
  it('is empty when there is nothing to do', () => {
    expect(taskbar(row(1, { state: 'processed' }))).toEqual({ value: -1, mode: 'none' });
  });

  it('shows the bytes of all that is being sent', () => {
    expect(taskbar(uploading(1, 500), uploading(2, 100))).toEqual({ value: 0.3, mode: 'normal' });
  });

  it('is not full before the storage has confirmed everything', () => {
    expect(taskbar(uploading(1, 1000)).value).toBe(0.99);
  });

  it('shows no end while files are only checked', () => {
    expect(taskbar(checking)).toEqual({ value: 2, mode: 'indeterminate' });
  });

  it('turns red when something needs a person, and keeps its length', () => {
    expect(taskbar(uploading(1, 500), held)).toEqual({ value: 0.5, mode: 'error' });
  });

  it('is red all over when nothing but a person is missing', () => {
    expect(taskbar(held)).toEqual({ value: 1, mode: 'error' });
  });

  it('is empty instead where a full bar would look like success', () => {
    expect(taskbarProgress(activity(held), 'darwin')).toEqual({ value: -1, mode: 'none' });
  });

  it('stays between nothing and all, whatever is sent', () => {
    const bytes = fc.nat(2000);
    const anyRow = fc
      .tuple(fc.constantFrom(...batchStateSchema.options), bytes, bytes, bytes, fc.boolean())
      .map(([state, sent, accepted, whole, paused]) =>
        row(1, {
          state,
          paused,
          sent: { bytes: sent, batches: 0 },
          accepted: { bytes: accepted, batches: 0 },
          whole: { bytes: whole, batches: 0 },
        }),
      );
    fc.assert(
      fc.property(fc.array(anyRow), (rows) => {
        const { value, mode } = taskbar(...rows);
        if (mode === 'normal') expect(value >= 0 && value < 1).toBe(true);
        else expect([-1, 1, 2].includes(value) || (mode === 'error' && value >= 0 && value < 1)).toBe(true);
      }),
    );
  });
});

describe('the sentence in the tray', () => {
  it.each([
    [[], 'Nothing is being sent'],
    [[uploading(1, 429)], 'Sending 1 file, 42 %'],
    [[uploading(1, 0), uploading(2, 0), checking, held], 'Sending 2 files, 0 % · Checking 1 file · 1 needs you'],
  ])('of %j', (rows, sentence) => {
    expect(statusSentence(activity(...rows))).toBe(sentence);
  });
});

describe('quitting', () => {
  it('costs nothing when nothing is being sent', () => {
    expect(costOfQuitting(activity(checking, held, row(1, { state: 'processing' })))).toBeUndefined();
  });

  it('costs the bytes that are in flight', () => {
    expect(costOfQuitting(activity(uploading(1, 900, 500)))).toContain('up to 400 B are sent a second time');
  });

  it('counts the files that are being sent', () => {
    expect(costOfQuitting(activity(uploading(1, 9), uploading(2, 9)))).toMatch(/^2 files are still being sent/);
  });
});
