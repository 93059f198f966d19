/** @file What is known of a report once it has been read, besides its entries. */

import { z } from 'zod';
import { reportFiguresSchema } from '../../../src-shared/report-shapes.ts';

const count = z.int().nonnegative();
const from = z.union([z.literal(0), z.literal(1)]).optional();
/** What was known of the service before its report was read: what a person has set, and what earlier reports have proven. */
const countedFromSchema = z.object({ set: from, line: from, index: from });
export type CountedFrom = z.infer<typeof countedFromSchema>;

/** What is read, and how, changes with the app: an older reading is made again. */
export const READING_VERSION = 3;

export const readingFactsSchema = z.object({
  ...reportFiguresSchema.omit({ firstLine: true, lastLine: true }).shape,
  version: z.literal(READING_VERSION),
  /** Of the report's file, by which it is recognised. */
  report: z.object({ bytes: count, modifiedAt: z.number() }),
  /** Of an unknown shape: a page, as proxies send it, a text, or nothing at all. */
  looksLike: z.enum(['nothing', 'text', 'markup']).optional(),
  isPacked: z.boolean(),
  countedFrom: countedFromSchema.optional(),
  /** Entries of which nothing proves which line they mean, so that it may be another one. */
  unproven: count,
  /** Lines, and at the end entries that match no line. */
  rows: z.object({ check: count, service: count, both: count, unmatched: count }),
});

export type ReadingFacts = z.infer<typeof readingFactsSchema>;
export type CutOffReport = NonNullable<ReadingFacts['cutOff']>;
