import { describe, expect, it } from 'vitest';
import { newsBetween } from '../../src-renderer/notifications/news.ts';
import { fromSnapshot } from '../../src-renderer/queue-list.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { row as queueRow } from '../shells/rows.ts';

const row = (id: number, state: SubmissionRow['state']) => queueRow(id, { state });
const sight = (...submissions: SubmissionRow[]) => fromSnapshot({ sequence: 1, submissions, removed: [] });

describe('The news between two sights of the queue', () => {
  it('The first sight is none', () => {
    expect(newsBetween(undefined, sight(row(1, 'processed')))).toEqual([]);
  });

  it('An end and a wait for a person are news, with the number of the submission', () => {
    const before = sight(row(1, 'uploading'), row(2, 'checking'), row(3, 'uploading'));
    const after = sight(row(1, 'processed'), row(2, 'held'), row(3, 'uploading'));
    expect(newsBetween(before, after)).toMatchObject([
      { id: 1, hasEnded: true, needsPerson: false },
      { id: 2, hasEnded: false, needsPerson: true },
    ]);
  });

  it('The same queue read again is none', () => {
    expect(newsBetween(sight(row(1, 'failed')), sight(row(1, 'failed')))).toEqual([]);
  });

  it('That the whole queue has stopped is news once', () => {
    const stopped = { ...sight(row(1, 'waiting')), stopped: new AppError('disk.full', { folder: '/data' }).toRecord() };
    expect(newsBetween(sight(row(1, 'waiting')), stopped)).toMatchObject([{ needsPerson: true }]);
    expect(newsBetween(stopped, { ...stopped })).toEqual([]);
  });
});
