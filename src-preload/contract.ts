/**
 * @file The contract between the app and its window: every command and event, with the schema of what goes in and of
 * what comes out. Both sides take their types from this one table; the app validates. Nothing in it may carry a token,
 * a secret or a signed address, and no command takes a path.
 */

import { z } from 'zod';
import type { CommandName, EventName } from './channels.ts';
import { type ErrorRecord, errorCodes } from './errors.ts';

const count = z.number().int().nonnegative();
const submissionId = z.number().int().brand<'SubmissionId'>();

/** An AppError as it crosses a border or rests in the store. */
export const errorRecordSchema = z.object({
  code: z.enum(errorCodes),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  retryable: z.boolean(),
});

/** The states of a batch; queue/machine.ts leads from one to the next. */
export const batchStateSchema = z.enum([
  'waiting',
  'reserving',
  'uploading',
  'verifying',
  'processing',
  'processed',
  'rejected',
  'failed',
  'cancelled',
]);

const batchRow = z.object({
  number: count,
  state: batchStateSchema,
  /** What the service knows it by; absent until it issued one. */
  batchId: z.uuid().optional(),
  /** The service's own word for the state, as it is spelled. */
  remoteState: z.string().optional(),
  bytes: count,
  /** Handed to the network in the present attempt. */
  sentBytes: count,
  error: errorRecordSchema.optional(),
});

/** How far one stage of the way has come. */
const stage = z.object({ bytes: count, batches: count });

const submissionRow = z.object({
  id: submissionId,
  fileName: z.string(),
  folder: z.string(),
  /** The name of the connection. */
  connection: z.string(),
  state: z.enum([...batchStateSchema.options, 'checking', 'check-failed', 'held', 'paused']),
  /** Asked to pause; `state` says so only once nothing moves any more. */
  paused: z.boolean(),
  /** Of the file; absent until the check has looked at it. */
  bytes: count.optional(),
  lines: count,
  errors: count,
  warnings: count,
  /** How far the check has read. */
  checkedBytes: count,
  /** Handed to the network. */
  sent: stage,
  /** The storage confirmed to have it. */
  accepted: stage,
  /** The service knows it. */
  seen: stage,
  batches: z.array(batchRow),
  /** While bytes move: how fast lately, and how long the rest of its bytes will take at that. */
  pace: z.object({ bytesPerSecond: count, remainingMs: count.optional() }).optional(),
  /** Why it waits or has failed. */
  error: errorRecordSchema.optional(),
  /** What a person should know, although it is sent all the same. */
  warning: errorRecordSchema.optional(),
});

/** The submissions as they stood after the change with this number. */
const queueState = z.object({
  sequence: count,
  submissions: z.array(submissionRow),
  /** What stopped the whole queue, if something did (a full disk). */
  stopped: errorRecordSchema.optional(),
});

const nothing = z.void();
const oneSubmission = z.strictObject({ id: submissionId });

/** What became of the files that a person chose in the app's own dialog. */
const addedFiles = z.object({
  added: z.array(submissionId),
  refused: z.array(z.object({ fileName: z.string(), error: errorRecordSchema })),
});

export const commands = {
  /** All submissions. */
  'queue.snapshot': { input: nothing, output: queueState },
  /** Opens the dialog that asks for files, and adds those. */
  'queue.addFiles': { input: nothing, output: addedFiles },
  'queue.pause': { input: oneSubmission, output: nothing },
  'queue.resume': { input: oneSubmission, output: nothing },
  'queue.retry': { input: oneSubmission, output: nothing },
  'queue.cancel': { input: oneSubmission, output: nothing },
  /** Sends a held submission all the same; one that was sent before needs the reason. */
  'queue.approve': { input: oneSubmission.extend({ reason: z.string().max(1000).optional() }), output: nothing },
} satisfies Record<CommandName, { input: z.ZodType; output: z.ZodType }>;

export const events = {
  /** The submissions that changed, whole; the numbers have no gap. At most ten a second. */
  'queue.changed': queueState,
} satisfies Record<EventName, z.ZodType>;

export type CommandInput<Name extends CommandName> = z.input<(typeof commands)[Name]['input']>;
export type CommandOutput<Name extends CommandName> = z.output<(typeof commands)[Name]['output']>;
export type EventPayload<Name extends EventName> = z.output<(typeof events)[Name]>;

export type SubmissionRow = z.infer<typeof submissionRow>;
export type BatchRow = z.infer<typeof batchRow>;
export type Stage = z.infer<typeof stage>;
export type QueueState = z.infer<typeof queueState>;
export type AddedFiles = z.infer<typeof addedFiles>;

/** How every command ends: what is expected to go wrong is data, not an exception. */
export type Result<Value> = { ok: true; value: Value } | { ok: false; error: ErrorRecord };

/** `window.tranship`: one function for each command and each event, and nothing else. */
export interface Bridge {
  invoke: {
    readonly [Name in CommandName]: (input: CommandInput<Name>) => Promise<Result<CommandOutput<Name>>>;
  };
  /** Calls `listener` with each event; returns what ends that. */
  on: {
    readonly [Name in EventName]: (listener: (payload: EventPayload<Name>) => void) => () => void;
  };
}
