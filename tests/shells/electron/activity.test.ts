import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  activityOf,
  costOfQuitting,
  isMoving,
  statusSentence,
  taskbarProgress,
} from '../../../src-main/shells/electron/activity.ts';
import type { SubmissionRow } from '../../../src-shared/contract.ts';
import { needsPerson } from '../../../src-shared/happenings.ts';
import { batchStateSchema } from '../../../src-shared/shapes.ts';
import { away, refusal, row, uploading } from '../rows.ts';

const activity = (...rows: SubmissionRow[]) => activityOf(rows, false);
const taskbar = (...rows: SubmissionRow[]) => taskbarProgress(activity(...rows), 'win32');
const checking = row(9, { state: 'checking' });
const held = row(8, { state: 'held' });

describe('A submission needs a person', () => {
  it.each(['held', 'check-failed', 'failed'] as const)('A submission needs a person when it is %s', (state) => {
    expect(needsPerson(row(1, { state }))).toBe(true);
  });

  it('A submission needs a person when it waits for something that does not recover by itself', () => {
    expect(needsPerson(row(1, { state: 'waiting', error: refusal }))).toBe(true);
  });

  it('A submission needs no person while the network is away', () => {
    expect(needsPerson(row(1, { state: 'waiting', error: away }))).toBe(false);
  });

  it('A submission needs no person once it has ended', () => {
    expect(needsPerson(row(1, { state: 'rejected', error: refusal }))).toBe(false);
  });
});

describe('The number that needs a person', () => {
  it('is that of the queue: also what was rejected in part or as a whole, and what was only checked', () => {
    const states = ['held', 'checked', 'rejected', 'partially-accepted', 'unreported', 'failed', 'unknown'] as const;
    const rows = states.map((state, id) => row(id + 1, { state }));
    expect(activity(...rows, uploading(20, 10), row(21, { state: 'processed' })).needPerson).toBe(states.length);
  });
});

describe('Something moves', () => {
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
  ])('Something moves when %s', (_when, of, expected) => {
    expect(isMoving(activity(of))).toBe(expected);
  });

  it('Nothing moves while the whole queue is stopped', () => {
    expect(isMoving(activityOf([uploading(1, 10), checking], true))).toBe(false);
  });
});

describe('The taskbar', () => {
  it('The taskbar is empty when there is nothing to do', () => {
    expect(taskbar(row(1, { state: 'processed' }))).toEqual({ value: -1, mode: 'none' });
  });

  it('The taskbar shows the bytes of all uploads', () => {
    expect(taskbar(uploading(1, 500), uploading(2, 100))).toEqual({ value: 0.3, mode: 'normal' });
  });

  it('The taskbar is not full before the storage has confirmed everything', () => {
    expect(taskbar(uploading(1, 1000)).value).toBe(0.99);
  });

  it('The taskbar is indeterminate while files are only checked', () => {
    expect(taskbar(checking)).toEqual({ value: 2, mode: 'indeterminate' });
  });

  it('The taskbar turns red when something needs a person, and keeps its length', () => {
    expect(taskbar(uploading(1, 500), held)).toEqual({ value: 0.5, mode: 'error' });
  });

  it('The taskbar is completely red when everything waits for a person', () => {
    expect(taskbar(held)).toEqual({ value: 1, mode: 'error' });
  });

  it('The taskbar is empty where a full bar would look like success', () => {
    expect(taskbarProgress(activity(held), 'darwin')).toEqual({ value: -1, mode: 'none' });
  });

  it('The taskbar is yellow, as far as it came, while everything is paused', () => {
    const paused = { ...uploading(1, 500), state: 'paused', paused: true } as const;
    expect(taskbar(paused)).toEqual({ value: 0.5, mode: 'paused' });
    expect(taskbar(paused, uploading(2, 100))).toEqual({ value: 0.1, mode: 'normal' });
    expect(taskbar(paused, held)).toEqual({ value: 1, mode: 'error' });
    expect(taskbarProgress(activity(paused), 'darwin')).toEqual({ value: -1, mode: 'none' });
  });

  it('The taskbar stays between 0 and 1 for any progress', () => {
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
        if (mode === 'normal' || mode === 'paused') expect(value >= 0 && value < 1).toBe(true);
        else expect([-1, 1, 2].includes(value) || (mode === 'error' && value >= 0 && value < 1)).toBe(true);
      }),
    );
  });
});

describe('The sentence in the tray', () => {
  it.each([
    [[], 'Nothing is being sent'],
    [[uploading(1, 429)], 'Sending 1 file, 42 %'],
    [[uploading(1, 0), uploading(2, 0), checking, held], 'Sending 2 files, 0 % · Checking 1 file · 1 needs you'],
  ])("The tray's sentence describes %j", (rows, sentence) => {
    expect(statusSentence(activity(...rows))).toBe(sentence);
  });
});

describe('Quitting', () => {
  it('Quitting costs nothing when nothing is being sent', () => {
    expect(costOfQuitting(activity(checking, held, row(1, { state: 'processing' })))).toBeUndefined();
  });

  it('costs the bytes that are in flight', () => {
    expect(costOfQuitting(activity(uploading(1, 900, 500)))).toContain('up to 400 B are sent a second time');
  });

  it('The cost of quitting counts the files that are being sent', () => {
    expect(costOfQuitting(activity(uploading(1, 9), uploading(2, 9)))).toMatch(/^2 files are still being sent/);
  });
});
