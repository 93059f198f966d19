/** @file What is said of a file whose name and size the queue has already. */

import { expect, it } from 'vitest';
import { knownFilesIn } from '../../src-main/actions/known-files.ts';
import { type Submission, submissionIdSchema } from '../../src-main/send/submission.ts';

type Added = Pick<Submission, 'id' | 'name' | 'stage' | 'addedAt' | 'corrected'>;

const idOf = (id: number) => submissionIdSchema.parse(id);
const added = (id: number, stage: Added['stage'], by?: number): Added => ({
  id: idOf(id),
  name: `/exports/${id < 3 ? 'north' : 'north.corrected'}.jsonl`,
  stage,
  addedAt: id * 1000,
  ...(by !== undefined && { corrected: { by: idOf(by), starts: [] } }),
});
const knownAmong = (...all: Added[]) =>
  knownFilesIn(all, (id) => all.find((one) => one.id === id))('/exports/north.jsonl', 8);

it('A file that was sent itself went as itself', () => {
  expect(knownAmong(added(1, 'approved'))).toEqual({ submission: 1, at: '1970-01-01T00:00:01.000Z', goneAs: 1 });
});

it('A file that was corrected is the one that is meant, and went as its correction', () => {
  const known = { submission: 1, at: '1970-01-01T00:00:01.000Z', goneAs: 3 };
  expect(knownAmong(added(1, 'held', 3), added(3, 'approved'))).toEqual(known);
  expect(knownAmong(added(1, 'held', 4), added(4, 'held', 3), added(3, 'approved'))).toEqual(known);
});

it('A file whose correction has not gone has not gone', () => {
  expect(knownAmong(added(1, 'held', 3), added(3, 'held'))).toEqual({ submission: 1, at: '1970-01-01T00:00:01.000Z' });
});

it('One that went is named before a later one that did not; one that was cancelled is not', () => {
  expect(knownAmong(added(1, 'approved'), added(2, 'held'))).toMatchObject({ submission: 1 });
  expect(knownAmong(added(1, 'cancelled'))).toBeUndefined();
});
