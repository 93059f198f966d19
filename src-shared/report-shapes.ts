/** @file The shapes of what the report on a batch says, beside what our check found. */

import { z } from 'zod';
import { preparedFromSchema } from './finding-shapes.ts';
import { saidSchema } from './languages/fact-schema.ts';
import { lineOriginSchema } from './line-origin.ts';
import { rowPlaceSchema } from './row-place.ts';

const count = z.number().int().nonnegative();

/** Lines that only the check, only the service, or both named; entries of the report that match no line. */
export const foundBySchema = z.enum(['check', 'service', 'both', 'unmatched']);

/** A batch by its number, or by its batch id, as people read it. */
export const batchNamedSchema = z.union([count, z.string().min(1).max(200)]);

export const reportQuerySchema = z.strictObject({
  batch: batchNamedSchema,
  offset: count,
  limit: z.number().int().min(1).max(5000),
  /** All where none is named. */
  foundBy: z.array(foundBySchema).max(4),
  /** Stands in a message or an identifier, or is the number of a line; empty for all. */
  text: z.string().max(200),
});

const numbering = z.object({
  first: z.union([z.literal(0), z.literal(1)]),
  evidence: z.enum(['identifiers', 'numbers', 'known', 'name']),
});

/** How it was read; `firstLine` and `lastLine` are those of the batch in its file. */
export const reportFiguresSchema = z.object({
  firstLine: count,
  lastLine: count,
  shape: z.enum(['json-lines', 'json', 'csv', 'unknown']),
  /** Where the entries stand, in JSON that is one value; the separator of CSV. */
  where: z.string(),
  /** Entries, without those that say that their line was accepted. */
  entries: count,
  accepted: count,
  /** Parts that are no entry, and entries that are too large to be read. */
  broken: count,
  tooLarge: count,
  /** Why not all of it was read, if so. */
  cutOff: z.enum(['ends-early', 'broken-gzip', 'too-large', 'too-many']).optional(),
  /** From which number the service counts; undefined where it gives none. */
  numbering: z.object({ line: numbering.optional(), index: numbering.optional() }),
  /** Whether the batch was looked through for identifiers. */
  source: z.enum(['read', 'gone', 'changed', 'not-needed']),
  /** Entries whose number means another line than their identifier. */
  contradictions: count,
});

export const reportReadingSchema = z.object({
  /** Whether it could be read as a list; otherwise there is only its text. */
  isKnown: z.boolean(),
  counts: z.record(foundBySchema, count),
  /** What a person should know before relying on the table. */
  notes: z.array(saidSchema),
  /** Where the report is kept, and the file whose lines it is about: neither is to be written to. */
  file: z.string(),
  source: z.string(),
  figures: reportFiguresSchema,
});

export const reportedLineSchema = z.object({
  /** Of the file; null for an entry that matches no line. */
  line: count.nullable(),
  batchLine: count.nullable(),
  modificationId: z.string().nullable(),
  foundBy: z.enum(['check', 'service', 'both']),
  /** What was found, in sentences: first by the service, then by our check. */
  messages: z.array(saidSchema),
  service: z.array(z.object({ text: z.string(), field: z.string().optional(), code: z.string().optional() })),
  check: z.array(
    z.object({ rule: z.string(), severity: z.enum(['error', 'warning']), path: z.string(), message: saidSchema }),
  ),
  notes: z.array(saidSchema),
  /** Of a line of a prepared file. */
  from: preparedFromSchema.optional(),
  row: rowPlaceSchema.optional(),
  /** Of a line of a correction. */
  origin: lineOriginSchema.optional(),
});

export const reportLinesSchema = z.object({ count, lines: z.array(reportedLineSchema) });

/** Rules that would have let the check find what only the service found. */
export const stricterRulesSchema = z.object({
  /** None where the report says nothing that a rule set can express. */
  proposed: z.array(
    z.object({
      rule: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('required'), field: z.string() }),
        z.object({ kind: z.literal('allowed'), field: z.string(), values: z.array(z.string()) }),
        z.object({ kind: z.literal('error'), rule: z.string() }),
      ]),
      lines: count,
      example: z.string(),
    }),
  ),
  /** Lines on which the check would find errors that it did not find: those that the service rejected, and others. */
  preview: z.object({ agreed: count, beyond: count }),
  /** The rules, and what checking with them would change, in sentences. */
  notes: z.array(saidSchema),
  /** The whole rule set, as JSON. */
  ruleSet: z.string(),
});

export type FoundBy = z.infer<typeof foundBySchema>;
export type ReportQuery = z.infer<typeof reportQuerySchema>;
export type ReportReading = z.infer<typeof reportReadingSchema>;
export type ShownLine = z.infer<typeof reportedLineSchema>;
export type StricterRules = z.infer<typeof stricterRulesSchema>;
export type ShownLines = z.infer<typeof reportLinesSchema>;
