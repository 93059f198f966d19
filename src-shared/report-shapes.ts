/** @file The shapes of what the report on a batch says, beside what our check found. */

import { z } from 'zod';
import { preparedFromSchema } from './finding-shapes.ts';

const count = z.number().int().nonnegative();

/** Lines that only the check, only the service, or both named; entries of the report that match no line. */
export const foundBySchema = z.enum(['check', 'service', 'both', 'unmatched']);

export const reportQuerySchema = z.strictObject({
  batch: count,
  offset: count,
  limit: z.number().int().min(1).max(500),
  /** All where none is named. */
  foundBy: z.array(foundBySchema).max(4),
  /** Stands in a message or an identifier, or is the number of a line; empty for all. */
  text: z.string().max(200),
});

export const reportReadingSchema = z.object({
  /** Whether it could be read as a list; otherwise there is only its text. */
  isKnown: z.boolean(),
  counts: z.record(foundBySchema, count),
  /** What a person should know before relying on the table. */
  notes: z.array(z.string()),
});

export const reportedLineSchema = z.object({
  /** Of the file; null for an entry that matches no line. */
  line: count.nullable(),
  batchLine: count.nullable(),
  modificationId: z.string().nullable(),
  foundBy: z.enum(['check', 'service', 'both']),
  service: z.array(z.object({ text: z.string(), field: z.string().optional(), code: z.string().optional() })),
  check: z.array(
    z.object({ rule: z.string(), severity: z.enum(['error', 'warning']), path: z.string(), message: z.string() }),
  ),
  notes: z.array(z.string()),
  /** Of a line of a prepared file. */
  from: preparedFromSchema.optional(),
});

export const reportLinesSchema = z.object({ count, lines: z.array(reportedLineSchema) });

/** Rules that would have let the check find what only the service found. */
export const stricterRulesSchema = z.object({
  /** None where the report says nothing that a rule set can express. */
  count,
  /** The rules, and what checking with them would change, in sentences. */
  notes: z.array(z.string()),
  /** The whole rule set, as JSON. */
  ruleSet: z.string(),
});

export type FoundBy = z.infer<typeof foundBySchema>;
export type ReportQuery = z.infer<typeof reportQuerySchema>;
export type ReportReading = z.infer<typeof reportReadingSchema>;
export type ShownLine = z.infer<typeof reportedLineSchema>;
export type StricterRules = z.infer<typeof stricterRulesSchema>;
export type ShownLines = z.infer<typeof reportLinesSchema>;
