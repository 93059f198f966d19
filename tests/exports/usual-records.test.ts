/** @file Usual records are passed at once, and exactly those; pieces are the same as if each record were looked at. */

import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { passUsualRecords } from '../../src-main/exports/delimited/kernel/usual-records.ts';
import { runs } from '../harness/night.ts';

const cell = '(?:"(?:[^"\\r\\n]|"")*"|[^";\\r\\n][^;\\r\\n]*|)';
/** With its line end; behind a CR at the end of what is there, an LF may still come. */
const usual = new RegExp(`${cell}(?:;${cell})*(?:\\r\\n|\\n|\\r(?![\\n]|$))`, 'y');

function passedBySpelling(text: string): { at: number; records: number } {
  let [at, records] = [0, 0];
  for (;;) {
    usual.lastIndex = at;
    const found = usual.exec(text);
    if (found === null) return { at, records };
    at += found[0].length;
    records += 1;
  }
}

const token = fc.constantFrom(
  ...['"', '""', ';', '\n', '\r\n', '\r', 'a', 'plain text of some length', '"a;b"', '"say ""hi"""', '12,5'],
);
const texts = fc.array(token, { maxLength: 60 }).map((tokens) => tokens.join(''));

it('passes the records that are spelled as usual, and stops at the first other one', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const bytes = Buffer.from(text);
      const passed = passUsualRecords({ bytes, start: 0, end: bytes.length }, ';'.charCodeAt(0), 1000, Infinity);
      expect(passed).toEqual(passedBySpelling(text));
    }),
    { numRuns: runs(2000, 200_000) },
  );
});

it('stops when there is enough, and before a record that is too large', () => {
  const bytes = Buffer.from(`a;b\nc;d\n${'x'.repeat(100)}\ne;f\n`);
  const text = { bytes, start: 0, end: bytes.length };
  expect(passUsualRecords(text, ';'.charCodeAt(0), 5, 1000)).toEqual({ at: 8, records: 2 });
  expect(passUsualRecords(text, ';'.charCodeAt(0), 1000, 50)).toEqual({ at: 8, records: 2 });
});
