/** @file Receipts tell who has corrected what, and what was left out: that of a corrected file the same as that of its correction. */

import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { saveChanges } from '../../src-main/actions/changes.ts';
import { Receipts } from '../../src-main/actions/receipts.ts';
import { createHistoryKey } from '../../src-main/audit/history-key.ts';
import { sumLines } from '../../src-main/records/line-sums.ts';
import { toldCorrections } from '../../src-main/records/told-corrections.ts';
import { receiptIn, verifyReceipt } from '../../src-main/records/verify-receipt.ts';
import { changeLogOf } from '../../src-main/send/correction/corrected-file.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import type { Submission } from '../../src-main/send/submission.ts';
import { savableSchema } from '../../src-shared/saving-shapes.ts';
import { at } from '../send/samples.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { author, sent } from './sent-file.ts';

const { signal } = new AbortController();
const stores: QueueStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
});

const byHand = '{"line":4,"newLine":2,"step":"by-hand","before":{"x":"<b>"},"after":{"x":1.50}}';

/** Of five lines the service rejected 2, 4 and 5; a correction changed 4 and 5, and left out 2. */
async function corrected() {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  stores.push(store);
  const first = await sent(folder, store, 'payments.jsonl', [1, 2, 3, 4, 5], [2, 4, 5]);
  const second = await sent(folder, store, 'payments.corrected.jsonl', [4, 5], [], { corrects: first.id });
  store.lines.saveMap(second.id, '3+2');
  store.saveSubmission(
    { ...first, corrected: { by: second.id, starts: [] } },
    { at, kind: 'corrected', detail: { by: second.id, batches: 0 } },
  );
  const log = changeLogOf(second.content);
  const result = { bytes: 1, sha256: second.check?.sha256 };
  const field = 'payment_source_country';
  const entries = [4, 5].map((line) => ({
    line,
    newLine: line - 3,
    step: 'replace',
    field,
    before: 'Sweden',
    after: 'SE',
  }));
  const summary = { event: 'summary', changed: 2, result };
  writeFileSync(log, `${[...entries, summary].map((entry) => JSON.stringify(entry)).join('\n')}\n`);
  return { store, first, second, log };
}

const told = {
  submission: 2,
  fileName: 'payments.corrected.jsonl',
  corrects: { submission: 1, fileName: 'payments.jsonl' },
  by: { at: new Date(at).toISOString(), user: 'mara', machine: 'desk-7' },
  lines: 2,
  changed: 2,
  changes: [
    { step: 'replace', field: 'payment_source_country', before: '"Sweden"', after: '"SE"', lines: 2, first: 4 },
  ],
  more: 0,
  leftOut: { lines: 1, reasons: [{ reason: 'service', lines: 1 }] },
};

it('A correction is told with its changes, what it left out and why, by whom and when; the same from both sides', async () => {
  const { store, first, second } = await corrected();
  for (const one of [first, second]) {
    const submission = store.submission(one.id);
    expect(submission && (await toldCorrections(store, submission, signal))).toMatchObject([told]);
  }
});

it('The list of changes that a person saves is byte for byte the one whose SHA-256 the receipt names', async () => {
  const { store, second } = await corrected();
  const [one] = await toldCorrections(store, second, signal);
  const { text, name } = await savedChanges(store, second, 'jsonl');
  expect(createHash('sha256').update(text).digest('hex')).toBe(one?.logSha256);
  expect(name).toEqual(`${one?.fileName}.changes.jsonl`);
});

async function savedChanges(store: QueueStore, { id }: Submission, format: 'jsonl' | 'csv') {
  const path = join(temporaryFolder(), 'saved');
  let name: string | undefined;
  const save = async (asked: string, write: (path: string) => Promise<void>) => {
    name = asked;
    await write(path);
    return { kind: 'saved' as const, path };
  };
  await saveChanges({ app: { sentBefore: async () => undefined, store }, signal, shell: { save } }, { id, format });
  return { text: readFileSync(path, 'utf8'), name };
}

it('Dates that one rule has changed are one change with an example, whatever they are; other values are one each', async () => {
  const { store, second, log } = await corrected();
  const day = (line: number) => ({
    ...{ line, newLine: line - 3, step: 'strip-zone', field: 'modification.created_at' },
    ...{ before: `2026-11-0${line}T10:00:00Z`, after: `2026-11-0${line}T10:00:00` },
  });
  const country = (line: number, before: string) => ({
    ...{ line, newLine: line - 3, step: 'replace' },
    before,
    after: 'SE',
  });
  const summary = { event: 'summary', changed: 2, result: { sha256: second.check?.sha256 } };
  const entries = [day(4), country(4, 'Sweden'), day(5), country(5, 'Sverige'), summary];
  writeFileSync(log, `${entries.map((entry) => JSON.stringify(entry)).join('\n')}\n`);
  const [one] = await toldCorrections(store, second, signal);
  expect(one?.changes).toMatchObject([
    { step: 'strip-zone', before: '"2026-11-04T10:00:00Z"', lines: 2, first: 4, isExample: true },
    { before: '"Sweden"', lines: 1 },
    { before: '"Sverige"', lines: 1 },
  ]);
  expect(one?.more).toBe(0);
});

it('What was corrected is told with when it was decided, not when it was sent', async () => {
  const { store, second, log } = await corrected();
  const [early, late] = ['2026-01-05T08:04:00.000Z', '2026-01-05T08:12:00.000Z'];
  const amount = { step: 'number-from-text', field: 'modification.amount', before: '"12,500"', after: '12.500' };
  const entries = [
    { line: 2, step: 'drop-refused', at: late },
    { line: 4, newLine: 1, ...amount, isChosen: true, at: early },
    { event: 'summary', changed: 1, result: { sha256: second.check?.sha256 } },
  ];
  writeFileSync(log, `${entries.map((entry) => JSON.stringify(entry)).join('\n')}\n`);
  const told = await toldCorrections(store, second, signal);
  expect(told).toMatchObject([
    { decided: { first: early, last: late }, each: [{ line: 4, at: early }], named: [{ line: 2, at: late }] },
  ]);
  const receipts = new Receipts({
    store,
    signal,
    receiptContext: () => ({}),
    sumUp: async (request) => sumLines(request),
  });
  const { html } = await receipts.page({ of: { submission: second.id } });
  expect(html).toContain('Amounts that could be read in two ways');
  expect(html).toContain('Written as a number: the text could be two, and a person has chosen this one');
  expect(html).toContain('Decided what is corrected in payments.jsonl.');
  expect(html).toContain('mara<br><span class="small"><time class="moment" datetime="2026-01-05T08:04:00.000Z">');
});

it('Each changed line is told by its number in the first file, also of a correction of a correction', async () => {
  const { store, first, second, log } = await corrected();
  const third = await sent(temporaryFolder(), store, 'payments.corrected-2.jsonl', [5], [], { corrects: second.id });
  store.lines.saveMap(third.id, '1+1');
  store.saveSubmission(
    { ...second, corrected: { by: third.id, starts: [] } },
    { at, kind: 'corrected', detail: { by: third.id, batches: 0 } },
  );
  const entry = { line: 2, newLine: 1, step: 'replace', field: 'x', before: 'a', after: 'b' };
  const summary = { event: 'summary', changed: 1, result: { sha256: third.check?.sha256 } };
  writeFileSync(changeLogOf(third.content), `${JSON.stringify(entry)}\n${JSON.stringify(summary)}\n`);
  const told = await toldCorrections(store, store.submission(third.id) ?? third, signal);
  expect(readFileSync(log, 'utf8')).toContain('"line":5');
  expect(told.map(({ each }) => each?.map(({ line, origin }) => [line, origin?.fileName, origin?.line]))).toEqual([
    [
      [4, undefined, undefined],
      [5, undefined, undefined],
    ],
    [[2, 'payments.jsonl', 5]],
  ]);
  expect(told[1]?.changes).toMatchObject([{ first: 2, ranges: [{ first: 5, last: 5 }] }]);
  // The table has all of them, whichever of the files it is asked of.
  const tables = await Promise.all([first, second, third].map((one) => savedChanges(store, one, 'csv')));
  expect(new Set(tables.map(({ text }) => text)).size).toBe(1);
  expect(tables[0]?.text.trim().split('\r\n')).toHaveLength(4);
});

it('Hundreds of changes are told, and how many others there are', async () => {
  const { store, second, log } = await corrected();
  const entries = Array.from({ length: 502 }, (_, n) => ({
    line: 4,
    step: 'replace',
    field: 'x',
    before: n,
    after: -n,
  }));
  const summary = { event: 'summary', changed: 2, result: { sha256: second.check?.sha256 } };
  writeFileSync(log, `${[...entries, summary].map((entry) => JSON.stringify(entry)).join('\n')}\n`);
  const [one] = await toldCorrections(store, second, signal);
  expect([one?.changes?.length, one?.more]).toEqual([500, 2]);
});

it('The values of a list of changes that is not there, is broken or is of another file are not told', async () => {
  const { store, second, log } = await corrected();
  const untold = async () =>
    (await toldCorrections(store, second, signal)).map(({ changes, untold }) => [changes, untold]);
  appendFileSync(log, '{"event":"summary","changed":1,"result":{"sha256":"other"}}\n');
  expect(await untold()).toEqual([[undefined, 'another-file']]);
  appendFileSync(log, '{"line":');
  expect(await untold()).toEqual([[undefined, 'unreadable']]);
  rmSync(log);
  expect(await untold()).toEqual([[undefined, 'no-log']]);
  store.saveSubmission(
    { ...second, check: second.check && { ...second.check, totals: undefined, totalsSha256: 'd' } },
    { at, kind: 'paused' },
  );
  const purged = store.submission(second.id);
  expect(purged && (await toldCorrections(store, purged, signal))).toMatchObject([{ untold: 'purged' }]);
});

it('A file and its correction have one signed receipt, which accounts for every line and tells what was corrected', async () => {
  const { store, first, second, log } = await corrected();
  const rest = { event: 'summary', changed: 2, result: { sha256: second.check?.sha256 } };
  const fault = {
    fact: '{path} must be a number, but is {value}.',
    values: { path: 'modification.amount', value: '“1”' },
  };
  const dropped = JSON.stringify({ line: 2, step: 'drop-refused', why: [fault] });
  writeFileSync(log, `${dropped}\n${byHand}\n${JSON.stringify(rest)}\n`);
  const key = createHistoryKey(Buffer.alloc(32, 7));
  const receipts = new Receipts({
    store,
    signal,
    receiptContext: () => ({ key }),
    sumUp: async (request) => sumLines(request),
  });
  const saved = async (id: number, format: 'html' | 'json') => {
    const what = savableSchema.parse({ kind: 'submission-receipt', id, format });
    if (what.kind !== 'submission-receipt') throw new Error('a receipt expected');
    return String((await receipts.file({}, what)).content);
  };
  for (const { id } of [first, second]) {
    const json = receiptIn(await saved(id, 'json')) ?? {};
    expect(verifyReceipt(json, key.publicKey)).toEqual({ kind: 'holds' });
    expect(json).toMatchObject({
      source: { submission: 1 },
      further: [{ source: { submission: 2 }, state: 'processed', account: { accepted: 2 } }],
      corrections: [{ submission: 2, changes: [{ after: '{"x":1.50}' }, { step: 'drop-refused' }] }],
    });
    expect(verifyReceipt({ ...json, corrections: [] }, key.publicKey)).toEqual({
      kind: 'changed',
      fields: ['corrections'],
    });
    const page = await saved(id, 'html');
    expect(page).toContain('submission 2, payments.corrected.jsonl corrects submission 1, payments.jsonl');
    expect(page).toContain(
      'The correction has 2 lines; 2 of them were changed. 1 line was left out: 1 rejected by the service.',
    );
    expect(page).toContain('The amount “1” is written as text, not as a number.');
    expect(page).toContain('{&quot;x&quot;:&quot;&lt;b&gt;&quot;}');
    expect(page).toContain('Receipt of submission 1 with its correction 2');
    expect(page).toContain(
      'Of 5 lines of <bdi>payments.jsonl</bdi>, 4 were accepted by api.test on 5 Jan 2026 (4,800.00 EUR): 2 as first sent, 2 after correction; 1 was left out: 1 rejected by the service (1,200.00 EUR).',
    );
  }
  expect(await saved(second.id, 'json')).toBe(await saved(first.id, 'json'));
});
