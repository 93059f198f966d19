/** @file A report is read in whatever shape it comes, by its content. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Entries, type ReadEntry } from '../../../src-main/records/reports/reading/entries.ts';
import { ReportText } from '../../../src-main/records/reports/reading/report-text.ts';
import { folderOfFile } from '../../temporary-folder.ts';
import { knownEntries, shapes } from './known-entries.ts';

const folder = folderOfFile();

async function read(content: string | Buffer) {
  const path = join(folder, 'report.bin');
  writeFileSync(path, content);
  const text = new ReportText(path);
  const entries = new Entries(text);
  const shape = await entries.shape();
  const found: ReadEntry[] = [];
  for await (const entry of entries.read(shape)) found.push(entry);
  return { shape, found, flaws: entries.flaws, cutOff: text.cutOff };
}

/** The messages by line, or by identifier where no line is given. */
function byLine(entries: readonly ReadEntry[]): Map<number, unknown[]> {
  const lines = new Map<number, unknown[]>();
  for (const { numbers, ids, messages, isAccepted } of entries) {
    if (isAccepted) continue;
    const [claim] = numbers;
    const line =
      claim === undefined ? Number(ids.at(-1)?.id.slice(-12)) : claim.number + (claim.basis === 'index' ? 1 : 0);
    lines.set(line, [...(lines.get(line) ?? []), ...messages]);
  }
  return lines;
}

test.each(Object.entries(shapes))('%s: every message stands at its line', async (_, content) => {
  const { found, flaws } = await read(content);

  expect(byLine(found)).toEqual(new Map(knownEntries.map(({ line, messages }) => [line, messages])));
  expect(flaws).toEqual({ broken: 0, tooLarge: 0, endsEarly: false });
});

test.each([
  ['nothing', '', 'nothing'],
  ['only blanks', ' \n\n', 'nothing'],
  ['a page of a proxy', '<!DOCTYPE html><html><body>502 Bad Gateway</body></html>', 'markup'],
  ['XML of the storage', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', 'markup'],
  ['a sentence', 'The batch could not be validated.\nAsk support.', 'text'],
  ['an empty list', '[]', 'text'],
  ['a list of numbers', '[1,2,3]', 'text'],
  ['bytes of a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 255, 254]), 'text'],
  ['a table without a name that is known', 'a,b\n1,2\n', 'text'],
])('%s is of unknown shape', async (_, content, looksLike) => {
  expect((await read(content)).shape).toEqual({ kind: 'unknown', looksLike });
});
