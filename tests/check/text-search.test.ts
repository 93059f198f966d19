/** @file Texts found in files themselves, part by part. */

import { Buffer } from 'node:buffer';
import { appendFileSync, rmSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SourceFile } from '../../src-main/check/source-file.ts';
import { type SearchedFile, searchFiles, type TextFindings } from '../../src-main/check/text-search/file-search.ts';
import { Needles } from '../../src-main/check/text-search/needles.ts';
import { linesOf } from './reference.ts';
import { sourceFile, transaction, uuid } from './sources.ts';

const found = (texts: readonly string[], bytes: string) =>
  [...new Needles(texts).in(Buffer.from(bytes))].map(({ text, at }) => [text, at]);

describe('Texts in bytes', () => {
  it.each<[string, string, string, number[]]>([
    ['by itself', 'order-01', '{"a":"order-01"}', [6]],
    ['twice', 'order-01', 'order-01 order-01', [0, 9]],
    ['not as a part of a longer word', 'order-01', 'order-012 1order-01 order-01', [20]],
    ['in its own case', 'Order-01', 'order-01 Order-01', [9]],
    ['a UUID in any case', uuid(0xabc), uuid(0xabc).toUpperCase(), [0]],
    ['a beginning up to a hyphen', uuid(1).slice(0, 8), uuid(1), [0]],
    ['with letters of any language', 'Zahlung-Ä1', 'x Zahlung-Ä1', [2]],
    ['with a quotation mark, as JSON spells it', 'a"b-4711', JSON.stringify('a"b-4711'), [1]],
    ['but no line end in the place of a hyphen', uuid(1), uuid(1).replaceAll('-', '\r'), []],
  ])('A text is found %s', (_, text, bytes, places) => {
    expect(found([text], bytes).map(([, at]) => at)).toEqual(places);
  });

  it('Any texts are found where a search for each of them finds them', () => {
    const sign = fc.constantFrom('a', 'B', '-', '1');
    const text = fc.string({ unit: sign, minLength: 4, maxLength: 9 });
    const bytes = fc.string({ unit: fc.oneof(sign, fc.constant(' ')), maxLength: 200 });
    fc.assert(
      fc.property(fc.uniqueArray(text, { minLength: 1, maxLength: 8 }), bytes, (texts, all) => {
        const expected = texts.flatMap((one, which) => placesOf(one, all).map((at) => [which, at]));
        const inOrder = (pairs: (number | undefined)[][]) => pairs.map(String).sort();
        expect(inOrder(found(texts, all))).toEqual(inOrder(expected));
      }),
    );
  });
});

function placesOf(text: string, all: string): number[] {
  return Array.from({ length: all.length }, (_, at) => at).filter(
    (at) =>
      all.startsWith(text, at) &&
      !/[a-z\d]/i.test(all.charAt(at - 1)) &&
      !/[a-z\d]/i.test(all.charAt(at + text.length)),
  );
}

const line = (payment: string, more = {}) =>
  JSON.stringify({ ...transaction(), payment_external_id: payment, ...more });

function fileOf(lines: readonly string[]): SearchedFile {
  const path = sourceFile(`${lines.join('\n')}\n`);
  const source = new SourceFile(path);
  const { bytes, modifiedAt } = source;
  source.close();
  return { path, bytes, modifiedAt };
}

/** All parts of a search, each of which reads one small window. */
function searched(files: readonly SearchedFile[], texts: readonly string[], windowBytes: number): TextFindings[] {
  const parts: TextFindings[] = [];
  let start = { file: 0, at: 0 };
  for (;;) {
    const rest = files.slice(start.file);
    const part = searchFiles({ files: rest, texts, from: start.at, most: 100, forMs: 0 }, () => 0, windowBytes);
    const { next } = part;
    parts.push({ ...part, hits: part.hits.map((hit) => ({ ...hit, file: hit.file + start.file })) });
    if (next === undefined) return parts;
    start = { file: start.file + next.file, at: next.at };
  }
}

describe('Texts in files', () => {
  it('A line is found with its field, once, however the file is read in parts', () => {
    const ids = [uuid(700), uuid(701)];
    const lines = Array.from({ length: 40 }, (_, at) => line(uuid(at)));
    lines[5] = line(uuid(700), { transaction_external_id: uuid(700).toUpperCase() });
    lines[6] = JSON.stringify({ ...transaction(), transaction_external_id: uuid(701) });
    lines[39] = line(uuid(700));
    const files = [fileOf(lines), fileOf([line(uuid(1))]), fileOf([line(uuid(701))])];
    const starts = lines.map((_, at) =>
      Buffer.byteLength(
        lines
          .slice(0, at)
          .map((one) => `${one}\n`)
          .join(''),
      ),
    );
    for (const windowBytes of [1, 7, 333, 4096, 1_000_000]) {
      const parts = searched(files, ids, windowBytes);
      expect(parts.flatMap(({ hits }) => hits)).toEqual([
        { file: 0, text: 0, lineStart: starts[5], field: 'payment_external_id' },
        { file: 0, text: 1, lineStart: starts[6], field: 'transaction_external_id' },
        { file: 0, text: 0, lineStart: starts[39], field: 'payment_external_id' },
        { file: 2, text: 1, lineStart: 0, field: 'payment_external_id' },
      ]);
      expect(parts.every(({ isCut }) => !isCut)).toBe(true);
    }
    expect(linesOf(Buffer.from(`${lines.join('\n')}\n`))).toHaveLength(40);
  });

  it('A key of a line is no value of it, and a line that is no JSON is found without a field', () => {
    const file = fileOf([line(uuid(1), { 'core-4711-9': 'x' }), 'broken core-4711-9 {', line('core-4711-9')]);
    const { hits } = searchFiles({ files: [file], texts: ['core-4711-9'], from: 0, most: 10, forMs: 1000 });
    expect(hits.map(({ field }) => field)).toEqual([undefined, 'payment_external_id']);
  });

  it('It stops where there are more lines than were asked for', () => {
    const file = fileOf(Array.from({ length: 5 }, () => line(uuid(9))));
    const request = { files: [file], texts: [uuid(9)], from: 0, forMs: 1000 };
    expect(searchFiles({ ...request, most: 3 })).toMatchObject({ isCut: true, next: { file: 0 } });
    expect(searchFiles({ ...request, most: 3 }).hits).toHaveLength(3);
    expect(searchFiles({ ...request, most: 5 })).not.toHaveProperty('next');
  });

  it('A file that is gone or has changed is named, and the others are searched', () => {
    const [gone, changed, there] = [fileOf([line(uuid(1))]), fileOf([line(uuid(1))]), fileOf([line(uuid(1))])];
    rmSync(gone.path);
    appendFileSync(changed.path, '\n');
    const files = [gone, changed, there];
    expect(searchFiles({ files, texts: [uuid(1)], from: 0, most: 10, forMs: 1000 })).toMatchObject({
      hits: [{ file: 2 }],
      unread: [
        { file: 0, why: 'gone' },
        { file: 1, why: 'changed' },
      ],
    });
  });
});
