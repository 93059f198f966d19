/** @file The contract's schemas for receipts: what a carrier shows of them. All that is signed passes as it is. */

import { z } from 'zod';
import { accountSchema, fileAccountSchema, notSentKindSchema } from './account.ts';
import { correctorSchema } from './correction-shapes.ts';
import { correctionToldSchema } from './correction-told.ts';
import { readKindSchema } from './history.ts';
import { saidSchema } from './languages/fact-schema.ts';
import { leftOutSchema } from './left-out.ts';
import { paymentAskedSchema, paymentPlaceSchema } from './payment-shapes.ts';
import { batchNamedSchema } from './report-shapes.ts';
import { sentAgainSchema } from './sent-again.ts';
import { batchStateSchema, controlSchema, submissionIdSchema } from './shapes.ts';
import { submissionStateNames } from './states.ts';

const count = z.number().int().nonnegative();
const text = z.string().optional();
const amount = z.object({ currency: z.string(), amount: z.string() });
const place = z.looseObject({ position: count, hash: z.string() });

const source = z.looseObject({
  submission: submissionIdSchema,
  fileName: z.string(),
  fileSha256: text,
  bytes: count.optional(),
  lines: count.optional(),
  totals: z.array(amount).optional(),
  connection: z.string(),
  serviceHost: z.string(),
  tenant: text,
  isPractice: z.boolean(),
  ingestValid: z.boolean(),
  ruleSetSha256: z.string(),
  approvals: z.array(
    z.looseObject({
      ...{ at: z.string(), user: text, machine: text, reason: text },
      /** The person who had it sent, where the check let it pass. */
      ordered: correctorSchema.optional(),
    }),
  ),
  prepared: z
    .looseObject({
      control: z
        .looseObject({ ...controlSchema.partial({ differing: true }).shape, figures: z.array(z.unknown()) })
        .optional(),
      notPrepared: z
        .looseObject({ refused: z.array(z.looseObject({ source: z.string(), table: z.string(), rows: count })) })
        .optional(),
    })
    .optional(),
});

const proof = {
  source,
  history: z.array(
    z.looseObject({
      position: count,
      at: z.string(),
      kind: readKindSchema,
      submission: count.optional(),
      hash: z.string(),
      state: z.unknown(),
      remoteState: z.unknown(),
      user: text,
      machine: text,
    }),
  ),
  lastEntry: place.optional(),
  head: place.optional(),
  contradictions: z.array(z.string()),
  historyIntact: z.boolean(),
  publicKey: text,
};

const carried = {
  batchId: text,
  bytes: count,
  lines: count,
  sha256: z.string(),
  state: z.union([batchStateSchema, z.literal('abandoned')]),
  remoteState: text,
  acceptedAt: text,
  /** The ids under which the service has processed it, where that is more than one. */
  doubled: z.array(z.string()).optional(),
  /** Absent of an id that was given up. */
  account: accountSchema.optional(),
};

/** One submission. */
const part = {
  again: sentAgainSchema.optional(),
  state: z.enum(submissionStateNames),
  batches: z.array(z.looseObject(carried)),
};

/** Of a batch by its number or its batch id; of a whole submission, with the file that it corrects and all that corrects that; or of one payment, by a line that has it. Also of what was removed. */
export const receiptAskedSchema = z.union([
  z.strictObject({ batch: batchNamedSchema }),
  z.strictObject({ submission: submissionIdSchema }),
  z.strictObject({ line: paymentAskedSchema }),
]);

/** A receipt as it prints, in the language of the person. */
export const receiptPageAskedSchema = z.strictObject({
  of: receiptAskedSchema,
  language: z.string().max(35).optional(),
});
export const receiptPageSchema = z.object({ html: z.string(), isSigned: z.boolean() });

/** `doubts`: what of the history does not hold, in sentences. */
export const receiptReadSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('batch'),
    doubts: z.array(saidSchema),
    receipt: z.looseObject({
      file: z.string(),
      connection: z.string(),
      serviceHost: z.string(),
      fileSha256: text,
      replacedBy: text,
      abandoned: z.array(z.string()),
      reason: text,
      start: count,
      end: count,
      ...carried,
      attempts: count,
      storageHost: text,
      ...proof,
    }),
  }),
  z.object({
    kind: z.literal('submission'),
    doubts: z.array(saidSchema),
    receipt: z.looseObject({
      ...part,
      ...fileAccountSchema.partial().shape,
      further: z.array(z.looseObject({ ...part, source, ...fileAccountSchema.partial().shape })).optional(),
      corrections: z.array(correctionToldSchema).optional(),
      leftOut: leftOutSchema.pick({ lines: true, reasons: true }).optional(),
      notSent: z.array(notSentKindSchema).optional(),
      accepted: z.object({ first: z.string(), last: z.string() }).optional(),
      ...proof,
    }),
  }),
  z.object({
    kind: z.literal('payment'),
    doubts: z.array(saidSchema),
    receipt: z.looseObject({
      modificationId: z.string(),
      /** The line by which it was found that says what became of it; absent where that cannot be read any more. */
      payment: text,
      places: z.array(paymentPlaceSchema),
      /** Files that could not be searched for the id. */
      unsearched: count,
      ...proof,
    }),
  }),
]);
