import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { type CheckOptions, checkFile } from '../../src-main/check/check.ts';
import { IdIndexFile } from '../../src-main/check/id-index/id-index-file.ts';
import { eachMatch, sortIds } from '../../src-main/check/id-index/id-matches.ts';
import { idWords, KeyedIds } from '../../src-main/check/id-index/keyed-ids.ts';
import type { IdIndexOutcome } from '../../src-main/check/id-index/order.ts';
import { compareIds } from '../../src-main/check/id-index/shared-ids.ts';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { LineSet } from '../../src-main/ground/line-set.ts';
import { sourceFile, transaction, uuid } from './sources.ts';

const key = { id: '0123456789abcdef', key: new Uint8Array(32).fill(7) };

/** Checks a file with this content; returns what became of its index. */
async function checked(content: string, options: CheckOptions = {}, place?: string) {
  const path = sourceFile(content);
  const index = place ?? join(dirname(path), 'ids', '1.ids');
  let outcome: IdIndexOutcome | undefined;
  const request = { path, ruleSet: defaultRuleSet, maxBatchBytes: 1e9, workers: 2, idIndex: { path: index, key } };
  const summary = await checkFile(request, { ...options, onIdIndex: (one) => (outcome = one) });
  return { index, outcome, summary };
}

function lineOf(path: string, id: string): number[] {
  const { sorted } = sortIds(new KeyedIds(key).encipher(idWords([id])));
  const lines: number[] = [];
  const index = IdIndexFile.open(path);
  if (index === undefined) throw new Error('There is no index.');
  eachMatch(index, sorted, (_, line) => lines.push(line));
  index.close();
  return lines.sort((a, b) => a - b);
}

function line(id: unknown, n = 1): string {
  const one = transaction(n);
  return JSON.stringify({ ...one, modification: { ...one.modification, external_id: id } });
}

it.each([
  ['in one thread', {}],
  ['by several', { chunkBytes: 2000 }],
])(
  'a check %s keeps the ids of all lines, whatever their form and whether or not they have errors',
  async (_, options) => {
    const lines = [
      ...Array.from({ length: 30 }, (_, n) => line(uuid(n + 1))),
      line(uuid(0xabcdef).toUpperCase()),
      line('not a uuid'),
      '',
      'no json',
      line(uuid(7)),
      line(17),
      line('\u0000\ud800'),
      line(uuid(99)).replace(uuid(99), uuid(99).replace('0', '\\u0030')),
    ];
    const { index, outcome, summary } = await checked(lines.join('\n'), options);
    expect(outcome).toEqual({ kind: 'written', ids: 35 });
    expect(lineOf(index, uuid(1))).toEqual([1]);
    expect(lineOf(index, uuid(7))).toEqual([7, 35]);
    expect(lineOf(index, uuid(0xabcdef))).toEqual([31]);
    expect(lineOf(index, 'not a uuid')).toEqual([32]);
    expect(lineOf(index, '\u0000\ud800')).toEqual([37]);
    expect(lineOf(index, uuid(99))).toEqual([38]);
    expect(lineOf(index, '17')).toEqual([]);
    const opened = IdIndexFile.open(index);
    expect(opened?.head).toMatchObject({ sha256: summary.sha256, keyId: key.id });
    opened?.close();
  },
);

it('a file that is not JSON Lines has an index without ids', async () => {
  expect((await checked('%PDF-1.7 and more')).outcome).toEqual({ kind: 'written', ids: 0 });
});

it('where the index cannot be written the check continues, and says why', async () => {
  const path = sourceFile(line(uuid(1)));
  const place = join(dirname(path), 'taken');
  mkdirSync(join(place, 'full'), { recursive: true });
  const { outcome, summary } = await checked(line(uuid(1)), {}, place);
  expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'file.cannot-write' } });
  expect(summary.valid).toBe(1);
});

it('a check that is given up leaves no index, and at most a file that is unfinished by its name', async () => {
  const lines = Array.from({ length: 200 }, (_, n) => line(uuid(n + 1))).join('\n');
  const stop = new AbortController();
  const path = sourceFile('x');
  const index = join(dirname(path), 'ids', '1.ids');
  const check = checked(lines, { signal: stop.signal, chunkBytes: 2000, onProgress: () => stop.abort() }, index);
  await expect(check).rejects.toThrow();
  const left = (() => {
    try {
      return readdirSync(dirname(index));
    } catch {
      return [];
    }
  })();
  expect(left.filter((name) => !name.endsWith('.part'))).toEqual([]);
});

it('The lines of a file whose ids others have are told, each with the line that has its id in the last of them', async () => {
  const earlier = await checked([line(uuid(1)), line(uuid(2)), line(uuid(3))].join('\n'));
  const later = await checked([line(uuid(9)), line(uuid(3)), line(uuid(1).toUpperCase()), line(uuid(3))].join('\n'));
  const other = { path: earlier.index, parts: [{ first: 2, last: 3 }] };
  const all = { ...other, parts: [{ first: 1, last: 3 }] };
  expect(compareIds(later.index, [all])).toEqual({ shared: 3, others: [[3]] });
  const told = compareIds(later.index, [other, all], 2);
  expect([...LineSet.decode(told.lines ?? LineSet.none.encode())]).toEqual([2, 3, 4]);
  expect(told.named).toEqual([
    { line: 2, other: 1, there: 3 },
    { line: 3, other: 1, there: 1 },
  ]);
});
