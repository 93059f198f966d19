/** @file The contract's schemas for a data folder that may be a copy: what others know of what was sent from it. */

import { z } from 'zod';
import { batchStateSchema, errorRecordSchema, submissionIdSchema } from './shapes.ts';

const count = z.number().int().nonnegative();
const ofFile = { submission: submissionIdSchema, fileName: z.string() };

/** What the services and the team ledgers say of a data folder. */
export const askedFolderSchema = z.object({
  isInDoubt: z.boolean(),
  /** About how many ids the services were asked. */
  asked: count,
  /** Of these, the batches that have arrived, which this folder did not know. */
  arrived: z.array(
    z.object({ ...ofFile, batchId: z.string(), state: batchStateSchema, remoteState: z.string().optional() }),
  ),
  /** How many ids their service does not know. */
  notKnown: count,
  /** How many of them it said nothing about, and why. */
  unanswered: z.object({ ids: count, error: errorRecordSchema }).optional(),
  /** What can still be sent and has no id here: no service can be asked about it. */
  withoutId: z.array(z.object({ ...ofFile, connection: z.string(), batches: count, lines: count })),
  /** Why a team ledger was not heard, if so. */
  unheard: errorRecordSchema.optional(),
  /** What the team ledgers have heard of this desk that this folder does not know. */
  told: z.array(
    z.object({
      ledger: z.string(),
      fileName: z.string(),
      /** When it was heard of last (ms since the epoch). */
      at: z.number(),
      batchIds: z.array(z.string()),
      /** Whether this folder has its batches: they are not sent again before the service was asked. */
      isHere: z.boolean(),
    }),
  ),
});
export type AskedFolder = z.infer<typeof askedFolderSchema>;
