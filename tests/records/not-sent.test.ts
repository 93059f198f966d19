/** @file Why lines of a file were not sent: each once, by its first error. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { leftOutLines, notSentTold, withFaulty } from '../../src-main/records/left-out.ts';
import { sumLines } from '../../src-main/records/line-sums.ts';
import { notSentKinds } from '../../src-main/records/not-sent.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { inWords } from '../../src-shared/languages/message.ts';
import { check, transaction } from '../check/sources.ts';
import { sampleSubmission } from '../send/samples.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { author, withAmount } from './sent-file.ts';

it('A line with two errors counts with the first, unless it shares its id; what cannot be read is in no sum', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const lines = [
    { ...withAmount(transaction(1), 100), payment_source_country: 'Sweden', payment_target_country: 'Norway' },
    { ...withAmount(transaction(2), 20), payment_source_country: 'SWE' },
    withAmount(transaction(3), 5),
    { ...withAmount(transaction(4), 7), payment_target_country: 'nor' },
    withAmount(transaction(6), 8),
    { ...withAmount(transaction(6), 9), payment_source_country: 'Sweden' },
  ].map((line) => `${JSON.stringify(line)}\n`);
  const content = `${lines.join('')}no JSON\n`;
  const path = join(folder, 'north.jsonl');
  writeFileSync(path, content);
  const { summary, findings } = await check(content);
  const sample = sampleSubmission({ name: path, content: path, check: { ...summary, modifiedAt: 0 } });
  const { id } = store.addSubmission({ ...sample, stage: 'held', ranges: [] }, { at: 0, kind: 'added', detail: {} });
  // A warning is no reason why a line was not sent.
  const warning = { severity: 'warning', rule: 'field.unknown', path: 'x', message: 'unknown' } as const;
  store.findings.add(
    id,
    [...findings, { ...warning, line: 1 }, { ...warning, line: 3 }].toSorted((one, other) => one.line - other.line),
  );
  const file = store.submission(id);
  if (file === undefined) throw new Error('a submission expected');
  const sumUp = async (request: Parameters<typeof sumLines>[0]) => sumLines(request);
  expect(await notSentKinds({ store, sumUp }, file)).toEqual([
    {
      error: { rule: 'field.format', field: 'payment_source_country', holds: 'country' },
      ...{ example: 'Sweden', lines: 2, sums: [{ currency: 'EUR', amount: '120' }] },
    },
    {
      error: { rule: 'modification.duplicate', field: 'modification.external_id', holds: 'uuid' },
      ...{ lines: 2, sums: [{ currency: 'EUR', amount: '17' }] },
    },
    {
      error: { rule: 'field.format', field: 'payment_target_country', holds: 'country' },
      ...{ example: 'nor', lines: 1, sums: [{ currency: 'EUR', amount: '7' }] },
    },
    { error: { rule: 'json.syntax', field: '' }, lines: 1, sums: [], unread: 1 },
  ]);
  const leftOut = leftOutLines(store, file);
  const told = leftOut && [...notSentTold(store, withFaulty(store, leftOut))];
  expect(told?.map(({ line, why }) => [line, why[0]])).toEqual(
    [1, 2, 4, 5, 6, 7].map((line) => [line, 'faulty and not sent']),
  );
  store.close();
});

it('What shares its id with a line is named by its number in the first file, also where the check has read it in the rest', async () => {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const add = async (name: string, lines: readonly object[], more = {}) => {
    const content = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const path = join(folder, name);
    writeFileSync(path, content);
    const { summary, findings } = await check(content);
    const sample = sampleSubmission({ name: path, content: path, check: { ...summary, modifiedAt: 0 }, ...more });
    const added = store.addSubmission({ ...sample, stage: 'held', ranges: [] }, { at: 0, kind: 'added', detail: {} });
    store.findings.add(added.id, findings);
    return added;
  };
  const pair = [withAmount(transaction(2), 8), withAmount(transaction(2), 9)];
  const first = await add('north.jsonl', [withAmount(transaction(1), 5), ...pair]);
  const rest = await add('north.rest.jsonl', pair, { corrects: first.id });
  store.lines.saveMap(rest.id, '1+2');
  const corrected = { ...first, corrected: { by: rest.id, starts: [] } };
  store.saveSubmission(corrected, { at: 0, kind: 'corrected', detail: { by: rest.id, batches: 0 } });
  const leftOut = leftOutLines(store, rest);
  const told = leftOut && [...notSentTold(store, withFaulty(store, leftOut))].filter(({ line }) => line > 1);
  expect(told?.map(({ line, why }) => [line, why.map((said) => inWords(said)).at(-1)])).toEqual([
    [2, 'modification.external_id must be unique, but it is also on line 3.'],
    [3, 'modification.external_id must be unique, but it is also on line 2.'],
  ]);
  store.close();
});
