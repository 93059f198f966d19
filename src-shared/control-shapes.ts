/** @file The contract's schemas for control figures that a person enters, and what was recognised in them. */

import { z } from 'zod';
import { namedTextSchema } from './preparation-shapes.ts';

/**
 * What the core system says of a connection, by day: it is kept, in place of what was kept of these days and of the day that it
 * replaces. Without figures, that day has none any more. `beside`: of these days, other currencies and files keep what they had; so they
 * do of a day into which another one is changed. `about`: what is said of no file by its row is said of the one with this name; others keep what they had.
 * `isTrial`: nothing is kept, and what would be is told.
 */
export const controlEnteredSchema = z.strictObject({
  connection: z.string().min(1).max(200),
  figures: namedTextSchema.optional(),
  replaces: z.iso.date().optional(),
  beside: z.literal(true).optional(),
  about: z.string().min(1).max(1000).optional(),
  isTrial: z.literal(true).optional(),
});

/** In the order in which they are told. */
export const recognisedColumns = ['day', 'currency', 'count', 'sum', 'file'] as const;
const controlColumnSchema = z.object({ column: z.enum(recognisedColumns), name: z.string() });
/** What a column was taken for, and how it is called there. */
export type ControlColumn = z.infer<typeof controlColumnSchema>;

/** What was recognised: how many figures, of what, in which columns; and how many of them have no number of transactions, or no sum. */
const recognisedSchema = z.object({
  figures: z.int(),
  days: z.array(z.string()),
  currencies: z.array(z.string()),
  files: z.array(z.string()),
  columns: z.array(controlColumnSchema),
  withoutCount: z.int(),
  withoutSum: z.int(),
});
export type RecognisedFigures = z.infer<typeof recognisedSchema>;

/** The days that have these figures now; and the one that was kept and has none any more. */
export const controlKeptSchema = z.object({
  days: z.array(z.string()),
  removed: z.string().optional(),
  recognised: recognisedSchema.optional(),
});
