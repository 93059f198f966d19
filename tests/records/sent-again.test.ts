/** @file Lines that went again although they had gone before: each with what it paid then, and pays now. */

import { afterEach, expect, it } from 'vitest';
import { Receipts } from '../../src-main/actions/receipts.ts';
import { LineSet } from '../../src-main/ground/line-set.ts';
import { sumLines } from '../../src-main/records/line-sums.ts';
import { repeatedOf } from '../../src-main/records/repeated.ts';
import { sentAgain } from '../../src-main/records/sent-again.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { noLines } from '../../src-shared/account.ts';
import { AppError } from '../../src-shared/errors.ts';
import { repeatsInWords } from '../../src-shared/repeats-in-words.ts';
import { controlNotes } from '../../src-shared/statement-control-words.ts';
import type { Repeated } from '../../src-shared/statement-shapes.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { author, sent } from './sent-file.ts';
import { asked, made, stated } from './statements.ts';

const { signal } = new AbortController();
const stores: QueueStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
});

/** Line 2 of the first file went again as line 1 of the second, with another amount. */
async function southAndWest() {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  stores.push(store);
  const south = await sent(folder, store, 'south.jsonl', [1, 2], []);
  const approval = { decidedByPerson: true, reason: 'West has the right amount', sentBefore: 1, linesBefore: 1 };
  const west = await sent(folder, store, 'west.jsonl', [2, 3], [], {}, 1300, (content) => content, approval);
  const later = await sent(folder, store, 'later.jsonl', [3], []);
  const named = [
    { line: 1, submission: south.id, there: 2 },
    { line: 2, submission: later.id, there: 1 },
  ];
  const sentBefore = async () => ({ lines: 2, files: [], uncompared: 0, told: { lines: LineSet.none, named } });
  return { store, south, west, sentBefore };
}

it('A line that went again is told with the amount that had gone and the amount now; what went later is no part of it', async () => {
  const { store, south, west, sentBefore } = await southAndWest();
  const told = await sentAgain({ store, sentBefore, signal }, west);
  expect(told).toMatchObject({
    lines: 1,
    named: [
      {
        ...{ line: 1, submission: south.id, there: 2, differing: [] },
        before: { amount: '1200', currency: 'EUR' },
        payment: { amount: '1300', currency: 'EUR', ids: [expect.any(String), expect.any(String), expect.any(String)] },
      },
    ],
  });
  expect(told?.named).toHaveLength(1);
  expect(await sentAgain({ store, sentBefore, signal }, south)).toBeUndefined();
});

it('A statement says with which sums they went first, and then: who takes off what is counted twice needs the first', async () => {
  const { store, south, west } = await southAndWest();
  const named = [{ line: 1, submission: south.id, there: 2 }];
  const sentBefore = async () => ({ lines: 1, files: [], uncompared: 0, told: { lines: LineSet.of([1]), named } });
  const sumUp = async (sums: Parameters<typeof sumLines>[0]) => sumLines(sums);
  const repeated = await repeatedOf({ store, sentBefore, sumUp, signal }, west);
  expect(repeated).toMatchObject({
    sumsAtFirst: [{ currency: 'EUR', amount: '1200' }],
    sumsBefore: [{ currency: 'EUR', amount: '1300' }],
  });
  expect(repeatsInWords(statementOf({ ...repeated, fileName: 'west.jsonl' }))).toContain(
    'First 1,200.00 EUR went, then 1,300.00 EUR; in the sums here, each time counts.',
  );
  const alike = { ...repeated, sumsAtFirst: [{ currency: 'EUR', amount: '1300' }], fileName: 'west.jsonl' };
  expect(repeatsInWords(statementOf(alike))).toContain(
    '1,300.00 EUR went both times; in the sums here, each time counts.',
  );
});

/** Of a file of which no first version is known. */
function statementOf(file: Repeated & { fileName: string }) {
  const told = { submission: 9, connection: 'Nordbank', addedAt: made, isPractice: false, ...file };
  return { files: [told], corrections: [], total: { account: noLines() } };
}

it('A statement names all files that had the lines before, each with how many', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  stores.push(store);
  const south = await sent(folder, store, 'south.jsonl', [1], []);
  const east = await sent(folder, store, 'east.jsonl', [2], []);
  const approval = { decidedByPerson: true, reason: 'As agreed', sentBefore: south.id, linesBefore: 2 };
  const both = await sent(folder, store, 'both.jsonl', [1, 2], [], {}, 1200, (content) => content, approval);
  const files = [south, east].flatMap(({ id }) => {
    const submission = store.submission(id);
    return submission?.stage === 'approved' ? [{ submission, lines: 1, state: 'processed' as const, at: 0 }] : [];
  });
  const sentBefore = async () => ({ lines: 2, files, uncompared: 0, told: { lines: LineSet.of([1, 2]), named: [] } });
  const told = await repeatedOf({ store, sentBefore, sumUp: async (sums) => sumLines(sums), signal }, both);
  expect(repeatsInWords(statementOf({ ...told, fileName: 'both.jsonl' }))[0]).toContain(
    'with both.jsonl (first 1 with submission 1, south.jsonl; 1 with submission 2, east.jsonl).',
  );
});

it('What went again counts once beside the figures of the core system, as it went last; a file by itself has all that is in it', async () => {
  const { store, sentBefore } = await southAndWest();
  const of = (text: string) => stated(store, asked(text), sentBefore);
  // Five lines were sent: the second one of south, with 1,200.00, is the first one of west, with 1,300.00.
  const { control } = await of(`day,currency,count,amount\n${made},EUR,4,5000\n`);
  expect(control).toMatchObject({ isEqual: true, again: 1, rows: [{ accepted: { count: 4, sum: '5000' } }] });
  expect(control && controlNotes(control)).toContain(
    '1 transaction went again with a later file, and is counted once: the last version that was not refused.',
  );
  const alone = await of(`day,currency,count,amount,file\n${made},EUR,2,2400,south.jsonl\n`);
  expect(alone.control).toMatchObject({ isEqual: true, laterToo: 1, rows: [{ files: { count: 2, sum: '2400' } }] });
  expect(alone.control && controlNotes(alone.control)).toContain(
    '1 transaction went again with a later file, perhaps with another amount: here it counts as it was in the file that is compared.',
  );
});

it('Also on days without figures, a file by itself has all that is in it', async () => {
  const { store, south, sentBefore } = await southAndWest();
  const at = Date.parse(made);
  const [day, figures] = ['2020-01-01', [{ currency: 'EUR', count: 7, file: 'south.jsonl' }]];
  store.saveControl([{ connection: south.connection, day, at, figures }], { at, kind: 'control-entered', detail: {} });
  const { control } = await stated(store, { from: day }, sentBefore);
  expect(control?.uncovered).toMatchObject([{ day: made, count: 2 }]);
});

it('That lines went again stays known where they cannot be compared any more', async () => {
  const { store, west } = await southAndWest();
  const sentBefore = async () => {
    throw new AppError('queue.unknown-id', { id: '1' });
  };
  expect(await sentAgain({ store, sentBefore, signal }, west)).toEqual({ lines: 1, named: [] });
});

it('The receipt says who let lines go again, for which reason, and names them', async () => {
  const { store, west, sentBefore } = await southAndWest();
  const receiptContext = () => ({});
  const receipts = new Receipts({ store, signal, receiptContext, sentBefore, sumUp: async (sums) => sumLines(sums) });
  const { html } = await receipts.page({ of: { submission: west.id } });
  const text = html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  expect(text).toContain('Reason given: “West has the right amount” mara on desk-7');
  expect(text).toContain('1 line of submission 2 that had gone before, and went again');
  expect(text).toContain('1,200.00 EUR 1,300.00 EUR submission 1, line 2');
});
