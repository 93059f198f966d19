/**
 * @file The lines that a report names after a crash between any two writes, when the account is the one before or the one after; and
 * after damage to the store, when they are asked for again and none is accepted meanwhile.
 */

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LineSet } from '../../src-main/ground/line-set.ts';
import { accountLines, accountOf } from '../../src-main/send/account.ts';
import type { Batch } from '../../src-main/send/batch.ts';
import type { BatchEvent } from '../../src-main/send/machine/events.ts';
import { nextStep, transition } from '../../src-main/send/machine/machine.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { currentBatches } from '../../src-main/send/submission.ts';
import { Tally } from '../../src-main/send/view/tally.ts';
import { followChanges } from '../harness/changes-of-disk.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { overwrite, start } from './folders.ts';
import { reportOn } from './report-on.ts';
import { approved, at, batchId, occasion } from './samples.ts';

/** The counts and the rejected lines of the only submission. */
function accountIn(folder: string) {
  const store = new QueueStore(folder);
  try {
    const [submission] = store.submissions();
    if (submission === undefined) throw new Error('The submission is lost.');
    const batches = store.batches(submission.id);
    const facts = {
      invalid: LineSet.none,
      named: (number: Parameters<typeof store.lines.named>[0]) => store.lines.named(number),
    };
    const lines = accountLines(submission, batches, currentBatches(batches), facts);
    const counts = accountOf(submission, new Tally(batches).sums.account);
    return { counts, rejected: [...(lines?.rejected ?? [])], sizes: lines?.rejected.size, wants: batches[1]?.report };
  } finally {
    store.close();
  }
}

it('what a report names is stored with the state that follows from it, or not at all', () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder);
  const [, second] = approved(store).batches;
  if (second === undefined) throw new Error('There is no second batch.');
  const delivery = { batchId: batchId(2), mayHaveArrived: true };
  const wanting = { ...second, state: 'processing' as const, delivery, report: 'wanted' as const, acceptedAt: at };
  store.saveBatch(wanting, { ...occasion, kind: 'status' });
  const event = reportOn(2, 4);
  const { batch } = transition(wanting, event, { now: at, random: 0 });

  const left: string[] = [];
  const copy = () => {
    const remains = temporaryFolder();
    cpSync(folder, remains, { recursive: true });
    left.push(remains);
  };
  const following = followChanges(copy);
  try {
    store.saveBatch(
      batch,
      { ...occasion, kind: 'report-kept' },
      event.said.kind === 'lines' ? event.said.rejected : undefined,
    );
  } finally {
    following[Symbol.dispose]();
    copy();
    store.close();
  }

  const found = left.map(accountIn);
  const before = { counts: { pending: 5, rejected: 0, accepted: 0 }, rejected: [], wants: 'wanted' };
  // The second batch begins with line 11 of the file.
  const after = { counts: { pending: 0, rejected: 2, accepted: 3 }, rejected: [12, 14], wants: 'kept' };
  for (const [moment, account] of found.entries()) {
    const expected = account.wants === 'wanted' ? before : after;
    expect(account, `killed before change ${moment + 1}`).toMatchObject(expected);
  }
  expect(found.length).toBeGreaterThan(1);
  expect(found.at(-1)).toMatchObject(after);
});

it('the named lines of a damaged store are asked for again, and a batch whose report is gone by then is not accepted', () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder);
  const [first] = approved(store).batches;
  if (first === undefined) throw new Error('There is no batch.');
  const delivery = { batchId: batchId(1), mayHaveArrived: true };
  const ended: Batch = { ...first, state: 'partially-accepted', delivery, report: 'kept', named: 2, acceptedAt: at };
  store.saveBatch(ended, { ...occasion, kind: 'report-kept' }, LineSet.of([2, 4]));
  store.close();
  overwrite(join(folder, 'queue.db'), new Uint8Array(100), 0);

  const { recovery, batches } = start(folder);

  expect(recovery?.recovered.batches).toBe(2);
  const [salvaged] = batches;
  if (salvaged === undefined) throw new Error('The batch is lost.');
  expect(nextStep(salvaged)).toBe('report');
  expect(accountIn(folder)).toMatchObject({ counts: { accepted: 0, pending: 10 }, rejected: [] });
  const told = (event: BatchEvent) => transition(salvaged, event, { now: at, random: 0 }).batch;
  expect(told(reportOn(2, 4)).state).toBe('partially-accepted');
  for (const event of [reportOn(), { kind: 'report-absent' } as const]) expect(told(event).state).toBe('unreported');
});
