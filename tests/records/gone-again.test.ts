/** @file Payments that went several times, in orders that people cause: beside the figures of the core system each counts once. */

import { afterEach, expect, it } from 'vitest';
import { LineSet } from '../../src-main/ground/line-set.ts';
import type { SubmissionId } from '../../src-main/send/batch.ts';
import type { SentLinesById } from '../../src-main/send/sent-before/same-ids.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { at } from '../send/samples.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { author, sent } from './sent-file.ts';
import { asked, made, stated } from './statements.ts';

const stores: QueueStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
});

type Named = SentLinesById['named'];

/** A desk on which files go one after the other, some of them with what went before. */
function desk() {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  stores.push(store);
  const before = new Map<SubmissionId, Named>();
  const again = { decidedByPerson: true, reason: 'As agreed', sentBefore: 1, linesBefore: 1 };
  const send = async (
    name: string,
    amount: number,
    { lines = [1], rejected = [] as number[], named = [] as Named, more = {} },
  ) => {
    const approval = named.length > 0 ? again : {};
    const one = await sent(folder, store, name, lines, rejected, more, amount, (content) => content, approval);
    before.set(one.id, named);
    return one;
  };
  const sentBefore = async ({ id }: { id: SubmissionId }) => {
    const named = before.get(id) ?? [];
    return { lines: named.length, files: [], uncompared: 0, told: { lines: LineSet.none, named } };
  };
  const compared = async (count: number, sum: number, more = {}) =>
    (await stated(store, { ...asked(`day,currency,count,amount\n${made},EUR,${count},${sum}\n`), ...more }, sentBefore))
      .control;
  return { store, send, compared };
}

it('What went three times counts as it went last', async () => {
  const { send, compared } = desk();
  const first = await send('first.jsonl', 100, {});
  const second = await send('second.jsonl', 200, { named: [{ line: 1, submission: first.id, there: 1 }] });
  await send('third.jsonl', 300, { named: [{ line: 1, submission: second.id, there: 1 }] });
  expect(await compared(1, 300)).toMatchObject({ isEqual: true, again: 2, rows: [{ accepted: { count: 1 } }] });
});

it('Where the later version was refused, the one before it stands', async () => {
  const { send, compared } = desk();
  const first = await send('first.jsonl', 100, {});
  const named = [{ line: 1, submission: first.id, there: 1 }];
  await send('second.jsonl', 200, { rejected: [1], named });
  expect(await compared(1, 100)).toMatchObject({
    isEqual: true,
    again: 1,
    rows: [{ accepted: { count: 1, sum: '100' } }],
  });
});

it('A later version that was refused, corrected and accepted counts as it was corrected', async () => {
  const { store, send, compared } = desk();
  const first = await send('first.jsonl', 100, {});
  const named = [{ line: 1, submission: first.id, there: 1 }];
  const second = await send('second.jsonl', 200, { rejected: [1], named });
  const third = await send('second.corrected.jsonl', 250, { more: { corrects: second.id } });
  store.lines.saveMap(third.id, '0+1');
  const corrected = { ...second, corrected: { by: third.id, starts: [] } };
  store.saveSubmission(corrected, { at, kind: 'corrected', detail: { by: third.id, batches: 0 } });
  expect(await compared(1, 250)).toMatchObject({
    isEqual: true,
    again: 1,
    rows: [{ accepted: { count: 1, sum: '250' } }],
  });
});

it('Over another connection it takes nothing off the figures of the first', async () => {
  const { send, compared } = desk();
  const first = await send('first.jsonl', 100, { more: { connection: 'bank' } });
  const named = [{ line: 1, submission: first.id, there: 1 }];
  await send('second.jsonl', 200, { named, more: { connection: 'other' } });
  const control = await compared(1, 100, { connection: 'bank' });
  expect(control).toMatchObject({ isEqual: true, rows: [{ files: { count: 1 } }] });
  expect(control).not.toHaveProperty('again');
  expect(await compared(2, 300)).toMatchObject({ isEqual: true });
});
