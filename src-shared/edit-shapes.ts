/** @file The contract's schemas for correcting the lines of a checked file by hand. */

import { z } from 'zod';
import { reasonSchema } from './commands/inputs.ts';
import { MOST_EDITED_CHARACTERS } from './edit-limits.ts';
import { findingRowSchema } from './finding-shapes.ts';
import { lineOriginSchema } from './line-origin.ts';

const count = z.number().int().nonnegative();
/** Counted from 1. */
export const lineNumberSchema = z.number().int().min(1);

/** What stands in the corrected file in place of a line; the text has no line end. */
export const lineEditSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('replaced'),
    text: z
      .string()
      .max(MOST_EDITED_CHARACTERS)
      .regex(/^[^\r\n]*$/),
    /** Why its money is other than in the file. */
    reason: reasonSchema.optional(),
  }),
  z.strictObject({
    kind: z.literal('left-out'),
    reason: reasonSchema.optional(),
    /** The line with the same id that a person has kept in its place. */
    copyOf: lineNumberSchema.optional(),
  }),
]);

/** That a line was edited, without its text. */
export const editedLineSchema = z.object({
  line: lineNumberSchema,
  kind: z.enum(['replaced', 'left-out']),
  /** It was left out, and no one has said why. */
  isUnexplained: z.literal(true).optional(),
});

/** A field that the service describes. */
const editableFieldSchema = z.object({
  path: z.string(),
  /** What it holds, such as `country`. */
  holds: z.string(),
  /** All that it may hold, where that is a list. */
  values: z.array(z.string()).optional(),
});

/** A line to be corrected, and the faulty lines before and after it. */
export const editableLineSchema = z.object({
  line: lineNumberSchema,
  /** As it stands in the file, without its line end; absent where it is too long to be corrected by hand. */
  text: z.string().optional(),
  /** Its length in the file. */
  bytes: count,
  /** Of a line of a correction. */
  origin: lineOriginSchema.optional(),
  edit: lineEditSchema.optional(),
  fields: z.array(editableFieldSchema),
  previous: lineNumberSchema.optional(),
  next: lineNumberSchema.optional(),
});

/** A line before and after its corrections. */
export const correctedLineSchema = z.object({
  /** As it stands in the file, and as it would be sent; the same where nothing changes it. Absent where it is too long to be shown. */
  before: z.string().optional(),
  after: z.string().optional(),
  /** Of a line of a correction. */
  origin: lineOriginSchema.optional(),
  isLeftOut: z.boolean(),
  findings: z.array(findingRowSchema),
});

/** What a line of the file pays, each as it is spelled there; absent where it says nothing of it, or is too long. */
export const linePaymentSchema = z.object({
  line: lineNumberSchema,
  amount: z.string().optional(),
  currency: z.string().optional(),
  /** Its `created_at`. */
  at: z.string().optional(),
});

export type LinePayment = z.infer<typeof linePaymentSchema>;
export type CorrectedLine = z.infer<typeof correctedLineSchema>;
export type LineEdit = z.infer<typeof lineEditSchema>;
export type EditedLine = z.infer<typeof editedLineSchema>;
export type EditableLine = z.infer<typeof editableLineSchema>;
