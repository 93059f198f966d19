/**
 * @file The format of a posting journal: JSON Lines, one record for entries that are stored together, each with a
 * checksum, because a changed digit on the disk could send a line twice. Pure.
 */

import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { lineNumberSchema } from '../../src-shared/edit-shapes.ts';
import { packed, unpacked } from '../../src-shared/languages/fact.ts';
import { lineResultSchema } from '../../src-shared/posting-shapes.ts';

const runSchema = z.strictObject({
  version: z.literal(1),
  /** ISO 8601 */
  at: z.string(),
  file: z.string(),
  /** Of the whole file, in hexadecimal. */
  sha256: z.string(),
  lines: z.int().nonnegative(),
});

const entrySchema = z.union([
  /** A process begins to work on the file. */
  z.strictObject({ run: runSchema }),
  /** From now on the line may be on its way. */
  z.strictObject({ begun: lineNumberSchema }),
  /** The line has certainly not arrived. */
  z.strictObject({ returned: lineNumberSchema }),
  z.strictObject({ result: lineResultSchema }),
]);
export type JournalEntry = z.infer<typeof entrySchema>;

/** A reason is one text in the file: an earlier Tranship, which knows no facts, would take the record for a damaged one. */
function inFile(entry: JournalEntry): object {
  if (!('result' in entry) || entry.result.reason === undefined) return entry;
  return { result: { ...entry.result, reason: packed(entry.result.reason) } };
}

function fromFile(entry: JournalEntry): JournalEntry {
  if (!('result' in entry) || typeof entry.result.reason !== 'string') return entry;
  return { result: { ...entry.result, reason: unpacked(entry.result.reason) } };
}

/** One record as a line with its end. */
export function writeRecord(entries: readonly JournalEntry[]): string {
  const text = JSON.stringify(entries.map(inFile));
  return `{"sum":"${sumOf(text)}","entries":${text}}\n`;
}

const shape = /^\{"sum":"([0-9a-f]{8})","entries":(.*)\}$/s;

/** The entries of a line without its end; undefined when it is not as it was written. */
export function readRecord(line: string): readonly JournalEntry[] | undefined {
  const [, sum, text] = shape.exec(line) ?? [];
  if (text === undefined || sumOf(text) !== sum) return undefined;
  return z.array(entrySchema).safeParse(JSON.parse(text)).data?.map(fromFile);
}

const sumOf = (text: string): string => crc32(text).toString(16).padStart(8, '0');
