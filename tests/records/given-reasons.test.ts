/** @file Reasons for which lines were left out: only those of a change log that belongs to the bytes that were sent. */

import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { givenReasons, withGiven } from '../../src-main/records/given-reasons.ts';
import { leftOutCounted, leftOutLines } from '../../src-main/records/left-out.ts';
import { changeLogOf } from '../../src-main/send/correction/corrected-file.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { decisionsInWords } from '../../src-shared/left-out.ts';
import { at } from '../send/samples.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { author, sent } from './sent-file.ts';

/** Lines 2 and 3 of a file were left out of its correction, each with a reason, as the change log says. */
async function leftOutWithLog(sha256: (own: string) => string) {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  const first = await sent(folder, store, 'export.jsonl', [1, 2, 3, 4], [2, 3, 4]);
  const second = await sent(folder, store, 'second.jsonl', [4], [], { corrects: first.id });
  store.lines.saveMap(second.id, '3+1');
  const corrected = { ...first, corrected: { by: second.id, starts: [] } };
  store.saveSubmission(corrected, { at, kind: 'corrected', detail: { by: second.id, batches: 0 } });
  const entries = [
    { line: 2, step: 'drop-refused', reason: 'Closed.' },
    { line: 3, step: 'by-hand', reason: 'Closed.' },
    { line: 4, newLine: 1, step: 'replace', field: 'modification.amount', before: 1, after: 2, reason: 'Misread.' },
    { event: 'summary', changed: 1, result: { sha256: sha256(second.check?.sha256 ?? '') } },
  ];
  writeFileSync(changeLogOf(second.content), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const told = leftOutLines(store, corrected);
  if (told === undefined) throw new Error('lines that were left out expected');
  return { store, told };
}

const { signal } = new AbortController();

it('A reason is told with how many lines it was given for, and not one for which money was changed', async () => {
  const { store, told } = await leftOutWithLog((own) => own);
  const given = await givenReasons(store, told, signal);
  expect(given.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'Closed.'],
    [3, 'Closed.'],
  ]);
  const [words] = decisionsInWords(withGiven(leftOutCounted(store, told), given));
  expect(words).toMatch(/Reasons given: “Closed\.” \(2 lines\)\.$/);
  store.close();
});

it.each([
  ['of another file', () => 'f'.repeat(64)],
  ['that was broken off', () => ''],
])('A change log %s says nothing', async (_, sha256) => {
  const { store, told } = await leftOutWithLog(sha256);
  expect(await givenReasons(store, told, signal)).toEqual([]);
  store.close();
});
