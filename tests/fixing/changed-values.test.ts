/** @file Which changes of a correction are told, of a log that has more than there is room for. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readChanges } from '../../src-main/fixing/changed-values.ts';
import { newFolder } from '../send/folders.ts';

const { signal } = new AbortController();
const byHand = (line: number) => ({ line, step: 'by-hand', before: { line }, after: { line: -line } });
const replaced = (line: number, before: string) => ({ line, step: 'replace', field: 'x', before, after: 'y' });

async function told(most: number, ...entries: object[]) {
  const log = join(newFolder(), 'changes.jsonl');
  writeFileSync(log, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const { changes, more } = await readChanges(log, most, signal);
  return { changes: changes.map(({ step, lines }) => `${step} ${lines}`), more };
}

it('A line by hand comes before what was changed in more lines', async () => {
  const entries = [replaced(1, 'a'), replaced(2, 'a'), replaced(3, 'b'), byHand(4)];
  expect(await told(10, ...entries)).toEqual({ changes: ['by-hand 1', 'replace 2', 'replace 1'], more: 0 });
});

it('Many lines by hand leave room for what was changed by values', async () => {
  const lines = Array.from({ length: 9 }, (_, index) => byHand(index + 1));
  const values = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((value, index) => replaced(index + 20, value));
  const { changes, more } = await told(8, ...lines, ...values);
  expect({ byHand: changes.filter((change) => change === 'by-hand 1').length, all: changes.length, more }).toEqual({
    byHand: 2,
    all: 8,
    more: 8,
  });
});

it('They take the room that nothing else needs', async () => {
  expect(await told(3, byHand(1), byHand(2), byHand(3), replaced(9, 'a'))).toEqual({
    changes: ['by-hand 1', 'by-hand 1', 'replace 1'],
    more: 1,
  });
});
