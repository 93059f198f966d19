/** @file The overview: what became of the lines of each day, each file counted once, also where it was corrected or removed. */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY } from '../../src-main/ground/clock.ts';
import { overviewOf } from '../../src-main/records/overview.ts';
import { Stories } from '../../src-main/records/stories.ts';
import type { ApprovedSubmission } from '../../src-main/send/submission.ts';
import { Standings } from '../../src-main/send/view/standings.ts';
import { noLines } from '../../src-shared/account.ts';
import { open } from '../audit/attacked-folder.ts';
import { folderOfFile } from '../temporary-folder.ts';
import { approved, at, occasion, ranges, sampleCheck } from './samples.ts';

/** `at` is nine hours after the second of these. */
const midnight = at - 9 * 3_600_000;
const starts = [midnight - DAY, midnight, midnight + DAY, midnight + 2 * DAY];
const totals = { sums: [{ currency: 'EUR', amount: '12.5' }], days: 1 };

let opened: ReturnType<typeof open>;
beforeEach(() => {
  opened = open(folderOfFile());
});
afterEach(() => opened.close());

/** All fifteen lines of it are accepted. */
function accepted(more: Partial<ApprovedSubmission> = {}): ApprovedSubmission {
  const { submission, batches } = approved(opened.store, { check: { ...sampleCheck, totals }, ...more });
  for (const batch of batches) opened.store.saveBatch({ ...batch, state: 'processed', acceptedAt: at }, undefined);
  return submission;
}

const overview = () => {
  const { store } = opened;
  return overviewOf({ store, standings: new Standings(store).all(), stories: new Stories(store) }, starts);
};

it('A line counts on the day on which its file was added, in the connection that it was added for', () => {
  accepted();
  accepted({ addedAt: midnight + DAY });
  const { days, yesterday } = overview();
  expect(days.map(({ account }) => account.accepted)).toEqual([0, 15, 15]);
  expect(yesterday).toEqual([
    { connection: 'bank', account: { ...noLines(), accepted: 15 }, sums: [{ currency: 'EUR', amount: '12.5' }] },
  ]);
});

it('The control figures of a preparation are told once, with the first of their differences', () => {
  const difference = { currency: 'EUR', expected: { count: 16 }, actual: { count: 15 } };
  const prepared = {
    ...{ manifestSha256: 'a', sha256: 'b', toolVersion: '1', sources: [] },
    template: { name: 'core', version: 1, sha256: 'c' },
    control: { figures: [{ currency: 'EUR', count: 16 }], differences: 1, differing: [difference] },
  };
  accepted({ prepared });
  accepted({ prepared });
  const control = { figures: [{ currency: 'SEK', count: 15 }], differences: 0 };
  accepted({ prepared: { ...prepared, manifestSha256: 'd', control } });
  expect(overview().yesterday[0]?.control).toEqual({ figures: 2, differences: 1, differing: [difference] });
});

it('What was practised counts apart from what is real, and where nothing else was added yesterday, it is shown', () => {
  const practice = {
    connection: 'Practice',
    destination: 'http://localhost http://localhost practice tenant/practice',
  };
  accepted(practice);
  const lines = { ...noLines(), accepted: 15 };
  expect(overview().days[1]).toEqual({ at: midnight, account: noLines(), practised: lines });
  expect(overview().yesterday.map(({ connection }) => connection)).toEqual(['Practice']);
  accepted();
  expect(overview().days[1]).toEqual({ at: midnight, account: lines, practised: lines });
  expect(overview().yesterday).toMatchObject([{ connection: 'bank', account: lines }]);
});

it('A file that was removed from the queue has come in as well', () => {
  const submission = accepted();
  opened.store.saveSubmission({ ...submission, removedAt: at + DAY }, occasion);
  expect(overview().days.map(({ account }) => account.accepted)).toEqual([0, 15, 0]);
});

it('A correction counts with the file that it corrects, not twice', () => {
  const { submission, batches } = approved(opened.store);
  for (const batch of batches) opened.store.saveBatch({ ...batch, state: 'rejected' }, undefined);
  expect(overview().days[1]?.account).toEqual({ ...noLines(), rejected: 15 });
  const by = accepted({ corrects: submission.id, addedAt: midnight + DAY });
  opened.store.lines.saveMap(by.id, '0+15');
  const starts = ranges.map(({ start }) => start);
  opened.store.saveSubmission({ ...submission, corrected: { by: by.id, starts } }, { ...occasion, kind: 'corrected' });
  expect(overview().days.map(({ account }) => account)).toEqual([noLines(), { ...noLines(), accepted: 15 }, noLines()]);
});
