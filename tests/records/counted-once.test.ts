/** @file What went twice by a person’s decision: the sums without it, where that is known; and that nothing went twice, where that is. */

import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { LineSet } from '../../src-main/ground/line-set.ts';
import { sumLines } from '../../src-main/records/line-sums.ts';
import { repeatedOf } from '../../src-main/records/repeated.ts';
import type { AskSentBefore } from '../../src-main/records/went-before.ts';
import type { IdsThere } from '../../src-main/records/went-once.ts';
import { statementCsv, statementPage } from '../../src-main/send/receipts/statement-page.ts';
import type { UsableIndex } from '../../src-main/send/sent-before/id-indexes.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { noLines } from '../../src-shared/account.ts';
import { AppError } from '../../src-shared/errors.ts';
import { amountText, type CurrencySum, exactAmount, takenOff } from '../../src-shared/exact-amount.ts';
import { countedOnce } from '../../src-shared/repeats-in-words.ts';
import { figureToReport, statementInWords, totalRows } from '../../src-shared/statement-words.ts';
import { at } from '../send/samples.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { author, sent, sentAndCorrected } from './sent-file.ts';
import { stated } from './statements.ts';

const { signal } = new AbortController();
const stores: QueueStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
});

function storeOf(folder: string): QueueStore {
  const store = new QueueStore(folder, { author });
  stores.push(store);
  return store;
}

const eur = (amount: string) => [{ currency: 'EUR', amount }];
const again = { decidedByPerson: true, reason: 'West has the right amount', sentBefore: 1 };

/** Of the first file, lines 2 and 3 went again as lines 1 and 2 of the second, with other amounts. */
async function southAndWest({ rejectedFirst = [] as number[], rejectedThen = [] as number[] } = {}) {
  const folder = temporaryFolder();
  const store = storeOf(folder);
  const south = await sent(folder, store, 'south.jsonl', [1, 2, 3], rejectedFirst);
  const approval = { ...again, linesBefore: 2 };
  const west = await sent(folder, store, 'west.jsonl', [2, 3, 4], rejectedThen, {}, 1300.05, undefined, approval);
  const named = [1, 2].map((line) => ({ line, submission: south.id, there: line + 1 }));
  const sentBefore: AskSentBefore = async ({ id }) =>
    id === west.id ? { lines: 2, files: [], uncompared: 0, told: { lines: LineSet.of([1, 2]), named } } : undefined;
  return { store, south, west, sentBefore };
}

it('Says first what was accepted, counted once as it went last: on the page, in the table and in words', async () => {
  const { store, sentBefore } = await southAndWest();
  const statement = await stated(store, {}, sentBefore);
  expect(countedOnce(statement)).toEqual({ again: 2, firsts: eur('2400'), lines: 4, sums: eur('5100.15') });
  const words = 'Accepted, each payment once: 4 lines; 5,100.15 EUR';
  const [figure, , sentence] = statementInWords(statement);
  expect(figure).toBe(words);
  expect(sentence).toContain('the service accepted 6 (2 of them again)');
  for (const paper of [statementPage(statement), statementCsv(statement)]) expect(paper).toContain(words);
});

it('Has the answer on the first page of the paper, with room for hands, and what it comes from on the next', async () => {
  const { store, sentBefore } = await southAndWest();
  const page = statementPage(await stated(store, {}, sentBefore));
  const [first = '', second = ''] = page.split('<section class="details">');
  const inOrder = [
    ...['Accepted, each payment once: 4 lines', 'Money out and money in', 'Of 6 lines in 2 files', 'In total'],
    ...['of these, accepted again later', '<th scope="row">Accepted, each payment once</th>', 'In the files'],
    ...[
      'sent again by a person’s decision',
      'The outcomes add up',
      'Not compared with the core system',
      'Prepared by, date',
    ],
  ];
  const places = inOrder.map((words) => first.indexOf(words));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  for (const words of ['Each file', 'Why this statement is not signed']) {
    expect(first).not.toContain(words);
    expect(second).toContain(words);
  }
  expect(page).toContain('.details { break-before: page; }');
});

it('The rows of the total say it the same everywhere, and come to the whole file', async () => {
  const { store, sentBefore } = await southAndWest({ rejectedThen: [3] });
  const statement = await stated(store, {}, sentBefore);
  const told = totalRows(statement).map(({ name, lines, sums, kind }) => [name, lines, sums, kind]);
  expect(told).toEqual([
    ['Accepted', 5, eur('6200.1'), 'outcome'],
    ['of these, accepted again later', 2, eur('2400'), 'part'],
    ['Accepted, each payment once', 3, eur('3800.1'), 'figure'],
    ['Rejected by the service', 1, eur('1300.05'), 'outcome'],
    ['In the files', 6, eur('7500.15'), 'whole'],
  ]);
  const { files } = statement;
  const alone = { ...statement, files: files.slice(0, 1), total: { account: { ...noLines(), accepted: 3 } } };
  expect(totalRows(alone, { isBrief: true })).toMatchObject([{ name: 'Accepted', lines: 3, kind: 'figure' }]);
  expect(totalRows(alone).map(({ name }) => name)).toEqual(['Accepted', 'Rejected by the service', 'In the file']);
});

it('On its first page, each of a few currencies has a column, and figures that have no room for it stand below each other', async () => {
  const { store } = await southAndWest();
  const statement = await stated(store);
  const { sums } = statement.total;
  if (sums === undefined) throw new Error('sums expected');
  const first = (accepted: CurrencySum[]) => {
    const total = { ...statement.total, sums: { ...sums, accepted: { ...sums.accepted, sums: accepted } } };
    return statementPage({ ...statement, total }).split('<section class="details">')[0];
  };
  const of = (...amounts: string[]) =>
    amounts.map((amount, at) => ({ currency: ['CHF', 'EUR', 'SEK'][at] ?? '', amount }));
  const few = first(of('23959908.2', '166643864.15', '9877665.1'));
  for (const cell of ['data-heading="CHF">23,959,908.20<', 'data-heading="SEK">9,877,665.10<'])
    expect(few).toContain(cell);
  const wide = first(of('1', '1'.repeat(30), '1'.repeat(29)));
  expect(wide).toContain('data-heading="Sum"><div>1.00 CHF</div>');
  expect(wide).not.toContain('data-heading="CHF"');
});

it('Takes off only what was accepted both times', async () => {
  const first = await southAndWest({ rejectedFirst: [2] });
  expect(countedOnce(await stated(first.store, {}, first.sentBefore))).toMatchObject({ again: 1, lines: 4 });
  const then = await southAndWest({ rejectedThen: [1] });
  const known = await stated(then.store, {}, then.sentBefore);
  expect(countedOnce(known)).toEqual({ again: 1, firsts: eur('1200'), lines: 4, sums: eur('5000.1') });
});

it('Says nothing where the first version is of another day, cannot be read, or is not told any more', async () => {
  const { store, south, west, sentBefore } = await southAndWest();
  const statement = await stated(store, {}, sentBefore);
  expect(countedOnce({ ...statement, files: statement.files.slice(1) })).toBeUndefined();
  expect(countedOnce(await stated(store))).toBeUndefined();
  const doubled = { ...statement, total: { ...statement.total, doubled: 1 } };
  expect(countedOnce(doubled)).toBeUndefined();
  expect(figureToReport(doubled)).toBe('Accepted: 6 lines; 7,500.15 EUR');
  rmSync(south.content);
  const sumUp = async (sums: Parameters<typeof sumLines>[0]) => sumLines(sums);
  const repeated = await repeatedOf({ store, sentBefore, sumUp, signal }, west);
  expect(repeated).toMatchObject({ linesBefore: 2 });
  // What it pays now is not what it paid then.
  expect(repeated.sumsAtFirst).toBeUndefined();
  expect(repeated.acceptedTwice).toBeUndefined();
});

it('Knows what a whole file paid that went with the same bytes, also where it has more lines than paper names', async () => {
  const folder = temporaryFolder();
  const store = storeOf(folder);
  const lines = Array.from({ length: 201 }, (_, at) => at + 1);
  const first = await sent(folder, store, 'north.jsonl', lines, []);
  const part = await sent(folder, store, 'part.jsonl', [1], [], {}, 7);
  const approval = { ...again, linesBefore: lines.length };
  const copy = await sent(folder, store, 'north copy.jsonl', lines, [], {}, 1200, undefined, approval);
  const sentBefore = (of: (typeof first)[]): AskSentBefore => {
    return async ({ id }) => {
      if (id !== copy.id) return undefined;
      const files = of.flatMap((one) => {
        const submission = store.submission(one.id);
        const lines = one.check?.lines ?? 0;
        return submission?.stage === 'approved' ? [{ submission, lines, state: 'processed' as const, at: 0 }] : [];
      });
      return { lines: 201, files, uncompared: 0, told: { lines: LineSet.of(lines), named: [] } };
    };
  };
  const statement = await stated(store, {}, sentBefore([first]));
  expect(countedOnce(statement)).toMatchObject({ again: 201, lines: 202, sums: eur('241207') });
  expect(statementInWords(statement).join(' ')).toContain(
    '201 lines that had gone before were sent again by a person’s decision, with north copy.jsonl',
  );
  // One that went between with some of the lines may have paid something else.
  expect(countedOnce(await stated(store, {}, sentBefore([first, part])))).toBeUndefined();
});

const amount = fc
  .tuple(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), fc.integer({ min: 0, max: 8 }))
  .map(([units, decimals]) => amountText(units * 10n ** BigInt(30 - decimals)));
const sums = fc.array(fc.record({ currency: fc.constantFrom('EUR', 'CHF', 'SEK'), amount }), { maxLength: 6 });

it('What is taken off and what is left come to the whole, to the last digit', () => {
  fc.assert(
    fc.property(sums, sums, (all, some) => {
      const left = takenOff([...all, ...some], some);
      for (const currency of ['EUR', 'CHF', 'SEK']) {
        const of = (list: readonly CurrencySum[]) =>
          list
            .filter((sum) => sum.currency === currency)
            .reduce((sum, one) => sum + (exactAmount(one.amount.replace('-', '')) ?? 0n) * sign(one.amount), 0n);
        expect(of(left)).toBe(of(all));
      }
      expect(left.every((sum) => sum.amount !== '0')).toBe(true);
    }),
  );
});

const sign = (amount: string): bigint => (amount.startsWith('-') ? -1n : 1n);

const there = { close: () => {} } as UsableIndex;
const all: IdsThere = { keepsIds: true, idIndexes: { open: async () => there } };
const ONCE = 'Nothing in these files went twice from this folder: each was compared with what had gone before.';

it('Says that nothing went twice where each file was compared with each that went before', async () => {
  const folder = temporaryFolder();
  const store = storeOf(folder);
  const first = await sent(folder, store, 'north.jsonl', [1, 2], []);
  await sent(folder, store, 'south.jsonl', [3], []);
  const statement = await stated(store, {}, undefined, all);
  expect(statementInWords(statement)).toContain(ONCE);
  for (const paper of [statementPage(statement), statementCsv(statement)]) expect(paper).toContain(ONCE);
  const said = async (ids?: IdsThere) => (await stated(store, {}, undefined, ids)).wentOnce;
  expect(await said()).toBeUndefined();
  expect(await said({ ...all, keepsIds: false })).toBeUndefined();
  // With very many, it is not looked for.
  const ids = vi.spyOn(store, 'everySubmission').mockReturnValue(Array.from({ length: 2001 }, () => first.id));
  expect(await said(all)).toBeUndefined();
  ids.mockRestore();
  expect(await said(all)).toBe(true);
  const without = { open: async (id: number) => (id === first.id ? ('missing' as const) : there) };
  expect(await said({ ...all, idIndexes: without })).toBeUndefined();
});

it.each([
  ['a file went again by a decision', { approval: { ...again, linesBefore: 1 } }],
  [
    'a file could not be compared',
    { more: { warning: new AppError('submission.not-compared', { files: 1 }).toRecord() } },
  ],
  ['a data folder was put back', { event: 'folder-confirmed' as const }],
  ['transactions were sent one by one', { event: 'posting-begun' as const }],
])(
  'Does not say that nothing went twice where %s',
  async (_, { approval = {}, more = {}, event = undefined }: Case) => {
    const folder = temporaryFolder();
    const store = storeOf(folder);
    await sent(folder, store, 'north.jsonl', [1, 2], []);
    await sent(folder, store, 'south.jsonl', [3], [], more, 1200, undefined, approval);
    if (event !== undefined) store.record({ at, kind: event, detail: {} });
    expect((await stated(store, {}, undefined, all)).wentOnce).toBeUndefined();
  },
);

interface Case {
  approval?: object;
  more?: object;
  event?: 'folder-confirmed' | 'posting-begun';
}

it('A correction of another day leaves open whether anything went twice', async () => {
  const folder = temporaryFolder();
  const store = storeOf(folder);
  const { second } = await sentAndCorrected(folder, store);
  const said = async () => (await stated(store, {}, undefined, all)).wentOnce;
  expect(await said()).toBe(true);
  const later = await sent(folder, store, 'later.jsonl', [2], [], {
    addedAt: Date.parse('2026-01-09'),
    corrects: second.id,
  });
  const corrected = { ...second, corrected: { by: later.id, starts: [] } };
  store.saveSubmission(corrected, { at, kind: 'corrected', detail: { by: later.id, batches: 0 } });
  expect(await said()).toBeUndefined();
});
