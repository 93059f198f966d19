/** @file What earlier corrections of a connection put in the place of a value, read from their change logs. */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { EarlierValues } from '../../src-main/records/earlier-values.ts';
import { changeLogOf } from '../../src-main/send/correction/corrected-file.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { author, sent } from './sent-file.ts';

const { signal } = new AbortController();
const COUNTRY = 'payment_source_country';

/** A queue in which each of these corrections was made, one after the other. */
async function corrections(...all: { connection?: string; changes: object[] }[]) {
  const folder = temporaryFolder();
  const store = new QueueStore(folder, { author });
  onTestFinished(() => store.close());
  const logs: string[] = [];
  for (const [index, { connection = 'Nordbank', changes }] of all.entries()) {
    const first = await sent(folder, store, `${index}.jsonl`, [1, 2], [2], { connection });
    const second = await sent(folder, store, `${index}.corrected.jsonl`, [2], [], { connection, corrects: first.id });
    const log = changeLogOf(second.content);
    const entries = changes.map((change) => ({ line: 2, newLine: 1, ...change }));
    const end = { event: 'summary', changed: changes.length, result: { sha256: second.check?.sha256 } };
    writeFileSync(log, [...entries, end].map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    logs.push(log);
  }
  const earlier = async () => await new EarlierValues().of(store, { connection: 'Nordbank' }, signal);
  return { store, logs, earlier };
}

const replaced = (before: unknown, after: unknown, field = COUNTRY) => ({ step: 'replace', field, before, after });

it('A value that a person replaced before is known, with the correction that did', async () => {
  const { earlier } = await corrections({ changes: [replaced('Atlantis', 'AU')] });
  const by = { submission: 2, at: expect.stringMatching(/^2\d{3}-/) };
  expect((await earlier())(COUNTRY, 'Atlantis')).toEqual({ text: 'AU', by });
});

it('The latest decision about a value counts', async () => {
  const { earlier } = await corrections(
    { changes: [replaced('Atlantis', 'AT')] },
    { changes: [replaced('Atlantis', 'AU')] },
    { changes: [replaced('Utopia', 'GB')] },
  );
  const known = await earlier();
  expect([known(COUNTRY, 'Atlantis')?.text, known(COUNTRY, 'Utopia')?.text]).toEqual(['AU', 'GB']);
});

it.each([
  ['the same value of another field', replaced('Atlantis', 'AU', 'payment_target_country')],
  ['a number that is written the same', replaced(12, 'AU')],
  ['another letter case', replaced('ATLANTIS', 'AU')],
  ['a date that a rule has read', { ...replaced('Atlantis', 'AU'), step: 'date-from-text' }],
  ['a value that became a number', replaced('Atlantis', 12)],
])('%s says nothing about a value', async (_what, change) => {
  const { earlier } = await corrections({ changes: [change] });
  expect((await earlier())(COUNTRY, 'Atlantis')).toBeUndefined();
});

it('Corrections on another connection, and those of which no log is left, say nothing', async () => {
  const changes = [replaced('Atlantis', 'AU')];
  const { earlier, logs } = await corrections({ connection: 'Elsewhere', changes }, { changes });
  rmSync(logs[1] ?? '');
  expect((await earlier())(COUNTRY, 'Atlantis')).toBeUndefined();
});

it.each([
  ['is damaged', (log: string) => `${log.slice(0, 20)}\n${log}`],
  ['was broken off', (log: string) => log.split('\n')[0] ?? ''],
  ['is about other bytes', (log: string) => log.replace(/"sha256":"./, '"sha256":"x')],
])('A log that %s says nothing, and keeps nothing from being corrected', async (_what, spoilt) => {
  const { earlier, logs } = await corrections({ changes: [replaced('Atlantis', 'AU')] });
  const [log = ''] = logs;
  writeFileSync(log, spoilt(readFileSync(log, 'utf8')));
  expect((await earlier())(COUNTRY, 'Atlantis')).toBeUndefined();
});

it('A log is read once', async () => {
  const { store, logs } = await corrections({ changes: [replaced('Atlantis', 'AU')] });
  const values = new EarlierValues();
  await values.of(store, { connection: 'Nordbank' }, signal);
  rmSync(logs[0] ?? '');
  const known = await values.of(store, { connection: 'Nordbank' }, signal);
  expect(known(COUNTRY, 'Atlantis')?.text).toBe('AU');
});
