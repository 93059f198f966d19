/** @file The contract's schemas for statements: what came in over some days, and what became of it. */

import { z } from 'zod';
import { accountSchema, accountSumsSchema, sumsObstacles } from './account.ts';

/** The days (UTC) on which files were added, both included; over all connections, or over one. */
export const statementAskedSchema = z.strictObject({
  ...{ from: z.iso.date(), to: z.iso.date() },
  connection: z.string().max(200).optional(),
});
export type StatementAsked = z.infer<typeof statementAskedSchema>;

const reckoned = { account: accountSchema, sums: accountSumsSchema.optional() };

const statementRowSchema = z.object({
  ...{ submission: z.int(), fileName: z.string(), connection: z.string(), addedAt: z.string() },
  /** Absent while its lines are not counted. */
  account: accountSchema.optional(),
  ...{ sums: accountSumsSchema.optional(), sumsObstacle: z.enum(sumsObstacles).optional() },
  isPractice: z.boolean(),
});

export const statementSchema = z.object({
  ...{ from: z.string(), to: z.string(), connection: z.string().optional() },
  /** Each with what became of its lines in the end, also in its corrections. */
  files: z.array(statementRowSchema),
  /** Corrections whose lines are counted with the file that they correct. */
  corrections: z.array(z.object({ submission: z.int(), fileName: z.string(), corrects: z.int() })),
  /** Its sums are absent where those of a file are not known. */
  total: z.object(reckoned),
  /** Whether every file is counted, and all sums come to the totals of the checks, to the last transaction and cent. */
  reconciles: z.boolean(),
});
export type Statement = z.infer<typeof statementSchema>;
