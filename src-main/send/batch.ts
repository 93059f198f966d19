/** @file What a batch is: one byte range of a source file on its way to the service, and the schema it is stored by. */

import { z } from 'zod';
import { batchStateSchema, errorRecordSchema } from '../../src-shared/shapes.ts';
import { isEndState } from '../../src-shared/states.ts';
import type { Sealed } from '../wire/credentials/secret-box.ts';
import { batchIdSchema } from '../wire/service/wire.ts';

export type { BatchState } from '../../src-shared/states.ts';

const time = z.number().int();
const count = z.number().int().nonnegative();

/** What the service issued for this batch: its id, and where its bytes go. */
const deliverySchema = z.object({
  batchId: batchIdSchema,
  /** The pre-signed address, sealed; dropped once arrival is proven, or the address is of no more use. */
  address: z.custom<Sealed>((value) => typeof value === 'string').optional(),
  /** Scheme, host and port of the address; batches of earlier versions do not tell. */
  host: z.string().optional(),
  /** When the address ends by our own clock, and how long it lasts in all (ms); undefined when it does not tell. */
  addressEndsAt: time.optional(),
  addressLifetime: count.optional(),
  /** Stored before the last block leaves this machine: from then on the storage may have the file. */
  mayHaveArrived: z.boolean(),
  /** In which attempt that was stored; unknown for attempts of another batch, or of earlier versions. */
  leftIn: count.optional(),
  /** The storage claimed to have an object when this was still the first attempt: what it says of this address is no proof. */
  isDoubted: z.literal(true).optional(),
  /** The service is asked before the same bytes are put once more. */
  askFirst: z.literal(true).optional(),
  /** How often in a row the storage has refused the upload to this address. */
  refusals: count.optional(),
  /** The last of these refusals, as the storage worded it, and when it came. */
  lastRefusal: z.object({ answer: z.string(), at: time }).optional(),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** An abandoned id under which the file may have arrived; the service is asked about it from time to time. */
const watchedIdSchema = z.object({
  batchId: batchIdSchema,
  since: time,
  /** Questions answered, those in a row since then that were not, and the time before which no other is asked. */
  polls: count,
  unanswered: count.optional(),
  notBefore: time,
  remoteState: z.string().optional(),
  /** When it was proven that the file arrived under this id after all. */
  movedAt: time.optional(),
  /** The service has said its last word, or was asked long enough. */
  isOver: z.boolean(),
});
export type WatchedId = z.infer<typeof watchedIdSchema>;

/** The part of a file of the team that a batch carries, and what this desk last knew of it. */
const partSchema = z.object({
  part: z.number().int(),
  revision: count,
  /** With which this desk holds it, or held it and no other desk has taken it since, as far as it knows. */
  token: count.optional(),
  /** The last word on it stands in the ledger, and this desk knows it. */
  isDone: z.literal(true).optional(),
  /** A person has given it up here, and the ledger has not heard of that. */
  isGivenUp: z.literal(true).optional(),
  /** A person at this desk wants it sent again, though it may have arrived; the ledger has yet to hear of it. */
  isSentAgain: z.literal(true).optional(),
});
export type Part = z.infer<typeof partSchema>;

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
  /** Digests of the addresses that were issued for this range, without their queries. */
  addresses: z.array(z.string()).default([]),
  /** Those of them under which the file may have arrived. */
  watched: z.array(watchedIdSchema).default([]),
  /** Uploads begun. */
  attempts: count,
  /** Failures of one sort in a row, and since when; back to 0 with every success. */
  failures: count,
  failingSince: time.optional(),
  /** Addresses in a row that the storage refused for good. */
  refusedAddresses: count.default(0),
  /** Status questions in a row that brought nothing new; they decide how long the next gap is. */
  polls: count,
  /** No step is taken before this time (ms since the epoch). */
  notBefore: time,
  /** While verifying without a usable address: until when the service is still asked. */
  verifyUntil: time.optional(),
  /** When arrival was proven: by the storage, or by a state that the service cannot say without the file. */
  acceptedAt: time.optional(),
  seenAt: time.optional(),
  /** The service's own word for the state, as it is spelled. */
  remoteState: z.string().optional(),
  remoteMessage: z.string(),
  report: z.enum(['none', 'wanted', 'kept', 'unavailable']),
  /** How many of its lines that report names as rejected, once it was read; which, the store knows. */
  named: count.optional(),
  /** Why the report is not here yet, or cannot be had. */
  reportError: errorRecordSchema.optional(),
  /** Why the batch waits or failed. */
  error: errorRecordSchema.optional(),
  /** Absent where this desk alone sends the file, and until the team has its parts. */
  team: partSchema.optional(),
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
    addresses: [],
    watched: [],
    attempts: 0,
    failures: 0,
    refusedAddresses: 0,
    polls: 0,
    notBefore: 0,
    remoteMessage: '',
    report: 'none',
  };
}

/** Whether nothing more will be done for it. */
export function isFinished({ state, report }: Pick<Batch, 'state' | 'report'>): boolean {
  return isEndState(state) && report !== 'wanted';
}
