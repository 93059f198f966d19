/** @file The contract's schemas for what the check found: the findings, their groups, and the lines that they are in. */

import { z } from 'zod';
import { lineOutcomes } from './account.ts';
import { saidSchema } from './languages/fact-schema.ts';
import { lineOriginSchema } from './line-origin.ts';
import { rowPlaceSchema } from './row-place.ts';
import { submissionIdSchema } from './shapes.ts';

const count = z.number().int().nonnegative();

/** Where a line of a prepared file comes from. */
export const preparedFromSchema = z.object({
  /** The file of the export, with its sheet or the file in an archive. */
  source: z.string(),
  /** As in a spreadsheet. */
  row: count,
  /** The column that makes the field, where it is known. */
  column: z.string().optional(),
});

export const findingRowSchema = z.object({
  /** Counted from 1; 0 for the file itself. */
  line: count,
  rule: z.string(),
  severity: z.enum(['error', 'warning']),
  path: z.string(),
  message: saidSchema,
  /** Of a line of a prepared file. */
  from: preparedFromSchema.optional(),
  /** Of a line of a correction: which line of the first file it was. */
  origin: lineOriginSchema.optional(),
});

/** Findings of one rule, field and value. */
export const findingGroupSchema = z.object({
  id: z.int(),
  ...findingRowSchema.omit({ line: true, origin: true }).shape,
  value: z.string().optional(),
  count: z.int(),
  /** The first few, ascending. */
  firstLines: z.array(z.int()),
});

/** Selects findings. */
const findingSelection = z.strictObject({
  id: submissionIdSchema,
  rules: z.array(z.string()).max(50).optional(),
  severity: z.enum(['error', 'warning']).optional(),
  /** What field, value or message contain, in upper or lower case. */
  text: z.string().min(1).max(200).optional(),
});

/** A part of the selected groups, the most frequent first. */
export const groupQuerySchema = findingSelection.extend({ offset: count, limit: z.number().int().min(1).max(200) });

/** Groups, and how many there are in all, with so many findings. */
export const groupPageSchema = z.object({ groups: z.array(findingGroupSchema), total: count, findings: count });

/** Findings of one group, by its number, or of all. */
const ofGroup = { group: count.optional() };

/** A part of the selected findings; `offset` counts within that selection. */
export const findingQuerySchema = findingSelection.extend({
  ...ofGroup,
  offset: count,
  limit: z.number().int().min(1).max(500),
});

/** Asks how many of the selected findings there are before a line, or in all. */
export const findingPlaceSchema = findingSelection.extend({ ...ofGroup, line: count.optional() });

/** One line of a source file; `text` holds only the beginning of a very long line. */
export const sourceLineSchema = z.object({
  line: count,
  text: z.string(),
  isShortened: z.boolean(),
  /** Some of its bytes are not UTF-8, so `text` has others in their place. */
  hasOtherBytes: z.literal(true).optional(),
  /** Of a line of a correction: which line of the first file it was. */
  origin: lineOriginSchema.optional(),
  /** The row of the export that it was, where the file was prepared. */
  row: rowPlaceSchema.optional(),
  /** What became of it, of a file that was approved for sending. */
  outcome: z.enum(lineOutcomes).optional(),
});

export type PreparedFrom = z.infer<typeof preparedFromSchema>;
export type FindingRow = z.infer<typeof findingRowSchema>;
export type FindingQuery = z.infer<typeof findingQuerySchema>;
export type FindingGroupRow = z.infer<typeof findingGroupSchema>;
export type SourceLine = z.infer<typeof sourceLineSchema>;
