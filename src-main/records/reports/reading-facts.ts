/** @file What is known of a report once it has been read, besides its entries. */

import { z } from 'zod';

const count = z.int().nonnegative();
const numbering = z.object({
  first: z.union([z.literal(0), z.literal(1)]),
  evidence: z.enum(['identifiers', 'numbers', 'known', 'name']),
});

const from = z.union([z.literal(0), z.literal(1)]).optional();
/** What was known of the service before its report was read: what a person has set, and what earlier reports have proven. */
const countedFromSchema = z.object({ set: from, line: from, index: from });
export type CountedFrom = z.infer<typeof countedFromSchema>;

/** What is read, and how, changes with the app: an older reading is made again. */
export const READING_VERSION = 3;

export const readingFactsSchema = z.object({
  version: z.literal(READING_VERSION),
  /** Of the report's file, by which it is recognised. */
  report: z.object({ bytes: count, modifiedAt: z.number() }),
  shape: z.enum(['json-lines', 'json', 'csv', 'unknown']),
  /** Of an unknown shape: a page, as proxies send it, a text, or nothing at all. */
  looksLike: z.enum(['nothing', 'text', 'markup']).optional(),
  isPacked: z.boolean(),
  /** Where the entries stand, in JSON that is one value; the separator of CSV. */
  where: z.string(),
  /** Entries, without those that say that their line was accepted. */
  entries: count,
  accepted: count,
  /** Parts that are no entry, and entries that are too large to be read. */
  broken: count,
  tooLarge: count,
  /** Why not all of the report was read, if so. */
  cutOff: z.enum(['ends-early', 'broken-gzip', 'too-large', 'too-many']).optional(),
  /** From which number the service counts; undefined where it gives none. */
  numbering: z.object({ line: numbering.optional(), index: numbering.optional() }),
  countedFrom: countedFromSchema.optional(),
  /** Whether the batch was looked through for identifiers. */
  source: z.enum(['read', 'gone', 'changed', 'not-needed']),
  /** Entries whose number means another line than their identifier. */
  contradictions: count,
  /** Entries of which nothing proves which line they mean, so that it may be another one. */
  unproven: count,
  /** Lines, and at the end entries that match no line. */
  rows: z.object({ check: count, service: count, both: count, unmatched: count }),
});

export type ReadingFacts = z.infer<typeof readingFactsSchema>;
export type CutOffReport = NonNullable<ReadingFacts['cutOff']>;
