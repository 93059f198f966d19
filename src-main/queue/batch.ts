/** @file What a batch is: one byte range of a source file on its way to the service, and the schema it is stored by. */

import { z } from 'zod';
import { batchStateSchema, errorRecordSchema } from '../../src-preload/contract.ts';
import type { Sealed } from '../credentials/secret-box.ts';
import { batchIdSchema } from '../service/wire.ts';

export type BatchState = z.infer<typeof batchStateSchema>;

/** The states that nothing leaves. */
export const terminalStates: ReadonlySet<BatchState> = new Set(['processed', 'rejected', 'failed', 'cancelled']);

const time = z.number().int();
const count = z.number().int().nonnegative();

/** What the service issued for this batch: its id, and where its bytes go. */
const deliverySchema = z.object({
  batchId: batchIdSchema,
  /** The pre-signed address, sealed; dropped once the service has seen the batch, or the storage refused it. */
  address: z.custom<Sealed>((value) => typeof value === 'string').optional(),
  /** When the address ends by our own clock, and how long it lasts in all (ms); undefined when it does not tell. */
  addressEndsAt: time.optional(),
  addressLifetime: count.optional(),
  /** True from the moment the last block may have left this machine: the outcome must then be asked for. */
  mayHaveArrived: z.boolean(),
});
export type Delivery = z.infer<typeof deliverySchema>;

export const batchSchema = z.object({
  number: z.number().int().brand<'BatchNumber'>(),
  submission: z.number().int().brand<'SubmissionId'>(),
  /** The byte range `[start, end)` of the source file. */
  start: count,
  end: count,
  lines: count,
  /** SHA-256 of the range, in hex, as the check read it. */
  sha256: z.string(),
  /** Whether the service was asked to ingest the valid lines of a batch that has invalid ones, and to report those. */
  ingestValid: z.boolean(),
  state: batchStateSchema,
  delivery: deliverySchema.optional(),
  /** Batch ids that were issued for this range and will never be used again. */
  abandoned: z.array(batchIdSchema),
  /** Uploads begun. */
  attempts: count,
  /** Failures in a row that may not go on for ever; back to 0 with every success. */
  failures: count,
  /** Status questions in a row that brought nothing new; they decide how long the next gap is. */
  polls: count,
  /** No step is taken before this time (ms since the epoch). */
  notBefore: time,
  /** While verifying without a usable address: until when the service is still asked. */
  verifyUntil: time.optional(),
  acceptedAt: time.optional(),
  seenAt: time.optional(),
  /** The service's own word for the state, as it is spelled. */
  remoteState: z.string().optional(),
  remoteMessage: z.string(),
  report: z.enum(['none', 'wanted', 'kept', 'unavailable']),
  /** Why the batch waits or failed. */
  error: errorRecordSchema.optional(),
});

export type Batch = z.infer<typeof batchSchema>;
export type BatchNumber = Batch['number'];
export type SubmissionId = Batch['submission'];

/** A batch as it is before anything has happened to it. */
export function newBatch(
  number: BatchNumber,
  submission: SubmissionId,
  content: Pick<Batch, 'start' | 'end' | 'lines' | 'sha256' | 'ingestValid'>,
): Batch {
  const { start, end, lines, sha256, ingestValid } = content;
  return {
    number,
    submission,
    start,
    end,
    lines,
    sha256,
    ingestValid,
    state: 'waiting',
    abandoned: [],
    attempts: 0,
    failures: 0,
    polls: 0,
    notBefore: 0,
    remoteMessage: '',
    report: 'none',
  };
}
