/** @file How far a file of a watched folder came, as the journal keeps it. */

import { z } from 'zod';
import { errorRecordSchema } from '../../../src-shared/shapes.ts';

const facts = z.object({ bytes: z.number(), modifiedAt: z.number(), identity: z.string() });

const preparedFileSchema = z.object({
  /** Where it is: an absolute path in the data folder. */
  path: z.string(),
  /** What people call it. */
  name: z.string(),
});
export type PreparedFile = z.infer<typeof preparedFileSchema>;

const detailFileSchema = z.object({
  /** Where it is: an absolute path in the data folder. */
  path: z.string(),
  /** Behind the name of the original, where it is put beside that. */
  ending: z.string(),
});
export type DetailFile = z.infer<typeof detailFileSchema>;

/** What came of a file, which decides where it is moved. */
export const outcomeSchema = z.discriminatedUnion('kind', [
  /** `note`: what stands beside it, where a person should know why it waits. */
  z.object({ kind: z.literal('done'), awaitsRelease: z.boolean(), note: errorRecordSchema.optional() }),
  z.object({ kind: z.literal('refused'), error: errorRecordSchema }),
]);
export type Outcome = z.infer<typeof outcomeSchema>;

/**
 * claiming: about to get its name in work · claimed: it has it · prepared: its files are in the data folder · added: they are
 * in the queue · moving: about to be moved to `done` or `refused` · moved: there · left: it was taken out of the folder before
 * it could be claimed, or be moved
 */
export const stepSchema = z.enum(['claiming', 'claimed', 'prepared', 'added', 'moving', 'moved', 'left']);

export const entrySchema = z.object({
  /** A UUID, which is also in its name while it is in work. */
  claim: z.string(),
  step: stepSchema,
  /** The watched folder. */
  folder: z.string(),
  name: z.string(),
  facts,
  /** The name of the marker beside it. */
  marker: z.string().optional(),
  connection: z.string(),
  /** The name of the template; absent where the file is taken as it is. */
  template: z.string().optional(),
  /** When it was claimed. */
  at: z.number(),
  /** Of the original, in hex. */
  sha256: z.string().optional(),
  prepared: z.array(preparedFileSchema).default([]),
  /** How many rows could not be prepared. */
  faults: z.number().default(0),
  isDoubtful: z.boolean().default(false),
  details: z.array(detailFileSchema).default([]),
  submissions: z.array(z.number().int()).default([]),
  outcome: outcomeSchema.optional(),
  /** Where it is moved, or was: relative to the watched folder. */
  to: z.string().optional(),
});
export type Entry = z.infer<typeof entrySchema>;

/** Whether nothing more is to be done about it. */
export function isOver({ step }: Entry): boolean {
  return step === 'moved' || step === 'left';
}
