/** @file The account of a stored file, with its sums and with what corrects it; and the receipt that begins with it. */

import { describe, expect, it, onTestFinished } from 'vitest';
import { Receipts } from '../../src-main/actions/receipts.ts';
import { fileAccount } from '../../src-main/records/file-account.ts';
import { sumLines } from '../../src-main/records/line-sums.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { submissionSchema } from '../../src-main/send/submission.ts';
import { noLines } from '../../src-shared/account.ts';
import { unsummedInWords } from '../../src-shared/account-words.ts';
import { savableSchema } from '../../src-shared/saving-shapes.ts';
import { attack } from '../audit/attacked-folder.ts';
import { addedSubmission, at, occasion, sampleCheck } from '../send/samples.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { author, sent } from './sent-file.ts';

function receiptsOf(store: QueueStore) {
  const receipts = new Receipts({
    store,
    receiptContext: () => ({}),
    sumUp: async (request) => sumLines(request),
    signal: new AbortController().signal,
  });
  return async (id: number, format: 'html' | 'json') => {
    const what = savableSchema.parse({ kind: 'submission-receipt', id, format });
    if (what.kind !== 'submission-receipt') throw new Error('a receipt expected');
    return String((await receipts.file({}, what)).content);
  };
}

const eur = (amount: number) => [{ currency: 'EUR', amount: String(amount) }];

it('A receipt begins with what became of every line, and follows the rejected ones into their correction', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const receipt = receiptsOf(store);
  const first = await sent(folder, store, 'export.jsonl', [1, 2, 3, 4], [2, 4]);

  expect(JSON.parse(await receipt(first.id, 'json'))).toMatchObject({
    account: { ...noLines(), accepted: 2, rejected: 2 },
    sums: { accepted: { transactions: 2, sums: eur(2400) }, rejected: { transactions: 2, sums: eur(2400) } },
    batches: [{ account: { accepted: 2, rejected: 2 } }],
    contradictions: [],
    source: { isPractice: false },
  });
  expect(await receipt(first.id, 'html')).toContain(
    'Of 4 lines of <bdi>export.jsonl</bdi>, 2 were accepted by api.test on 5 Jan 2026 (2,400.00 EUR); 2 were rejected by the service.',
  );

  const second = await sent(folder, store, 'export.corrected.jsonl', [4], [], { corrects: first.id });
  store.lines.saveMap(second.id, '3+1');
  const corrected = { ...first, corrected: { by: second.id, starts: [] } };
  store.saveSubmission(corrected, { at, kind: 'corrected', detail: { by: second.id, batches: 0 } });

  expect(JSON.parse(await receipt(first.id, 'json'))).toMatchObject({
    account: { accepted: 2, rejected: 2 },
    corrected: {
      account: { ...noLines(), accepted: 3, leftOut: 1 },
      sums: { accepted: { sums: eur(3600) }, leftOut: { sums: eur(1200) } },
      steps: [
        {
          submission: second.id,
          fileName: 'export.corrected.jsonl',
          lines: 1,
          kind: 'mapped',
          by: { at: new Date(at).toISOString(), user: 'mara', machine: 'desk-7' },
        },
      ],
    },
  });
  const page = await receipt(first.id, 'html');
  expect(page).toContain('Rejected lines: 2; 4.');
  expect(page).toContain('Added as a correction by mara on desk-7, ');
  expect(page).not.toContain('none given');
  expect(page).toContain(
    'Of 4 lines of <bdi>export.jsonl</bdi>, 3 were accepted by api.test on 5 Jan 2026 (3,600.00 EUR): 2 as first sent, 1 after correction; 1 was left out: 1 rejected by the service (1,200.00 EUR).',
  );
  store.close();
});

it('A receipt has what the history says of an account, and tells where the stored one says something else', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const { id } = await sent(folder, store, 'export.jsonl', [1, 2, 3], [2]);
  store.close();
  attack(folder, (database) =>
    database.exec("UPDATE batches SET document = json_set(document, '$.state', 'processed', '$.named', 0)"),
  );
  const attacked = new QueueStore(folder);
  expect(JSON.parse(await receiptsOf(attacked)(id, 'json'))).toMatchObject({
    account: { accepted: 2, rejected: 1 },
    contradictions: expect.arrayContaining(['named', 'state']),
  });
  attacked.close();
});

it('A blank line is no transaction: a receipt counts it among the lines, as the window does, and says so', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const blank = (content: string) => content.replace(/(.*\n){1}$/, ' \n');
  const { id } = await sent(folder, store, 'export.jsonl', [1, 2, 3], [3], {}, 1200, blank);
  const receipt = receiptsOf(store);
  expect(JSON.parse(await receipt(id, 'json'))).toMatchObject({
    account: { accepted: 2, rejected: 1 },
    blank: { ...noLines(), rejected: 1 },
  });
  const page = await receipt(id, 'html');
  expect(page).toContain('Of 3 lines of <bdi>export.jsonl</bdi>, 2 were accepted');
  expect(page).toContain('<td data-heading="Outcome">In the file</td><td class="figure" data-heading="Lines">3</td>');
  expect(page).toContain('1 blank line is in no sum.');
  // It is not one that should have an amount.
  expect(page).not.toContain('Without a readable amount');
  const both = { unsummed: { ...noLines(), rejected: 24 }, blank: { ...noLines(), rejected: 3 } };
  expect(unsummedInWords(both)).toEqual(['24 lines are in no sum: 21 without a readable amount, 3 blank.']);
  store.close();
});

it('A receipt of practice is marked across every page', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const destination = 'http://127.0.0.1:1 http://127.0.0.1:1/token practice tenant/practice';
  const { id } = await sent(folder, store, 'export.jsonl', [1], [], { destination });
  const page = await receiptsOf(store)(id, 'html');
  expect(page).toContain('<p class="practice">PRACTICE');
  expect(page.match(/<span>PRACTICE: nothing was sent to the real service<\/span>/g)).toHaveLength(4);
  // Behind the text, so that every figure can be read.
  expect(page).toMatch(/\.practice-marks \{[^}]*z-index: -1;/);
  store.close();
});

it('A receipt names the first twenty rejected lines, and says how many more there are', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const lines = Array.from({ length: 23 }, (_, at) => at + 1);
  const { id } = await sent(folder, store, 'export.jsonl', lines, lines.slice(1));
  const page = await receiptsOf(store)(id, 'html');
  expect(page).toContain(
    '20; 21, and 2 more; all of them are in the tables that can be saved on the page of the file.',
  );
  store.close();
});

describe('A held file that was corrected, once customer data is removed,', () => {
  /** Of its three lines, the second is faulty and was left out. */
  async function purged(isGivenUp = false) {
    const folder = temporaryFolder();
    const store = new QueueStore(folder, { author });
    onTestFinished(() => store.close());
    const { id } = store.addSubmission(addedSubmission({ name: 'export.jsonl', content: 'export.jsonl' }), occasion);
    const by = await sent(folder, store, 'export.corrected.jsonl', [1, 3], [], { corrects: id });
    store.lines.saveMap(by.id, '0+1 1+1');
    if (isGivenUp)
      for (const batch of store.batches(by.id))
        store.saveBatch({ ...batch, state: 'cancelled', delivery: undefined }, { at, kind: 'status', detail: {} });
    const check = { ...sampleCheck, lines: 3, transactions: 3, valid: 2, errors: 1 };
    const held = submissionSchema.parse({
      ...addedSubmission({ name: 'export.jsonl', content: 'export.jsonl' }),
      ...{ id, stage: 'held', check, corrected: { by: by.id, starts: [] } },
    });
    store.saveSubmission(held, { at, kind: 'corrected', detail: { by: by.id, batches: 0 } });
    for (const one of [id, by.id]) store.customerData.reduceSubmission(one);
    return await fileAccount({ store, sumUp: async () => [] }, store.submission(id));
  }

  it('counts each line once, where it was in the end', async () => {
    expect(await purged()).toMatchObject({
      account: { ...noLines(), invalid: 1, unsent: 2 },
      corrected: { account: { ...noLines(), accepted: 2, leftOut: 1 }, steps: [{ kind: 'mapped' }] },
    });
  });

  it('has its lines itself where what corrected it was given up: which of them were faulty is known by number alone', async () => {
    const told = await purged(true);
    expect(told?.account).toEqual({ ...noLines(), invalid: 1, unsent: 2 });
    expect(told).not.toHaveProperty('corrected');
  });
});
