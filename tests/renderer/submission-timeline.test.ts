import { describe, expect, it } from 'vitest';
import { timelineOf } from '../../src-renderer/submission/timeline.ts';
import type { Happening } from '../../src-shared/contract.ts';
import { errorCodes } from '../../src-shared/errors.ts';
import { historyKindSchema } from '../../src-shared/history.ts';
import { happeningSchema } from '../../src-shared/shapes.ts';

const noon = new Date(2026, 10, 20, 12, 0).getTime();
const MINUTE = 60_000;
const batches = [{ number: 41 }, { number: 42 }, { number: 43 }, { number: 44 }];
const entriesOf = (history: Happening[]) => timelineOf(history, batches).flatMap(({ entries }) => entries);

describe('the timeline', () => {
  it('is grouped by day, oldest first', () => {
    const history: Happening[] = [
      { at: noon, kind: 'added' },
      { at: noon + 24 * 60 * MINUTE, kind: 'approved' },
    ];
    expect(timelineOf(history, batches).map(({ day }) => day)).toEqual([
      expect.stringMatching(/^Friday.*20 November 2026$/),
      expect.stringMatching(/^Saturday.*21 November 2026$/),
    ]);
  });

  it('The timeline names a batch by its position in the file', () => {
    expect(entriesOf([{ at: noon, kind: 'accepted', batch: 42 }])).toMatchObject([{ batches: 'Batch 2' }]);
  });

  it('says once what happened to several batches in one minute', () => {
    const history = [41, 42, 44].flatMap((batch, index): Happening[] => [
      { at: noon + index, kind: 'reserved', state: 'uploading', batch },
      { at: noon + index, kind: 'accepted', state: 'processing', batch },
    ]);
    expect(entriesOf(history).map(({ words, batches }) => [batches, words])).toEqual([
      ['Batches 1–2, 4', 'Upload address received; sending started'],
      ['Batches 1–2, 4', 'Sent and accepted by the storage'],
    ]);
  });

  it('tells the time to the second, so that what happened within a minute has an order', () => {
    const history: Happening[] = [
      { at: noon + 5_000, kind: 'added' },
      { at: noon + 42_000, kind: 'approved' },
    ];
    expect(entriesOf(history).map(({ time }) => time)).toEqual(['12:00:05', '12:00:42']);
  });

  it('says of all batches that it is all', () => {
    const history = batches.map(({ number }): Happening => ({ at: noon, kind: 'accepted', batch: number }));
    expect(entriesOf(history)).toMatchObject([{ batches: 'All batches' }]);
  });

  it('The timeline keeps events at different times apart', () => {
    expect(
      entriesOf([
        { at: noon, kind: 'accepted', batch: 41 },
        { at: noon + MINUTE, kind: 'accepted', batch: 42 },
      ]),
    ).toHaveLength(2);
  });

  it('The timeline keeps two actions of a person apart', () => {
    expect(
      entriesOf([
        { at: noon, kind: 'paused' },
        { at: noon + 1, kind: 'resumed' },
        { at: noon + 2, kind: 'paused' },
      ]),
    ).toHaveLength(3);
  });

  it('The timeline recognises a batch that a later attempt has replaced', () => {
    expect(entriesOf([{ at: noon, kind: 'cancel', batch: 7 }])).toMatchObject([
      { batches: 'A batch that was tried again later', words: 'Cancelled' },
    ]);
  });

  it('The timeline shows the reason that a person gave', () => {
    expect(entriesOf([{ at: noon, kind: 'approved', reason: 'Asked for by audit' }])).toMatchObject([
      { remark: 'Reason given: “Asked for by audit”' },
    ]);
  });

  it('The timeline marks the service’s own word as such', () => {
    expect(entriesOf([{ at: noon, kind: 'status', batch: 41, remoteState: 'PROCESSED' }])).toMatchObject([
      { words: 'The service has processed it', remoteState: 'PROCESSED', tone: 'good' },
    ]);
  });

  it('shows a kind that this Tranship does not know as it is spelled', () => {
    const history = [happeningSchema.parse({ at: noon, kind: 'sent-by-pigeon' })];
    expect(entriesOf(history)).toMatchObject([{ words: 'sent-by-pigeon', tone: 'plain' }]);
  });

  it.each(historyKindSchema.options)('says in words what the history calls %s', (kind) => {
    expect(entriesOf([{ at: noon, kind }])[0]?.words).toMatch(/^[A-Z][a-z]/);
  });

  it.each(errorCodes)('has words for %s', (error) => {
    const [entry] = entriesOf([{ at: noon, kind: 'upload-failed', batch: 41, error }]);
    expect(entry?.remark).toMatch(/^[A-Z].*[^{}]$/);
  });
});
