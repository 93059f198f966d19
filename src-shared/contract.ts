/**
 * @file The contract between the app and its window: every command and event, with the schema of what goes in and of
 * what comes out. Both sides take their types from this one table; the app validates. Nothing in it may carry a token,
 * a secret that is stored, or a signed address, and no command takes a path.
 */

import { z } from 'zod';
import type { CommandName, EventName } from './channels.ts';
import {
  connectionFormSchema,
  connectionRowSchema,
  diagnosisSchema,
  diagnosisStepSchema,
  networkFormSchema,
  networkStateSchema,
  observedPathSchema,
} from './connection-shapes.ts';
import type { ErrorRecord } from './errors.ts';
import { pages } from './pages.ts';
import {
  ruleRunRequestSchema,
  ruleRunSchema,
  tableReplySchema,
  transactionReplySchema,
  transactionTextSchema,
} from './service-shapes.ts';
import {
  appInfoSchema,
  errorRecordSchema,
  fileOfferSchema,
  findingQuerySchema,
  findingRowSchema,
  pickedFilesSchema,
  queueStateSchema,
  reportExcerptSchema,
  savableSchema,
  savedSchema,
  sendOptionsSchema,
  settingsSchema,
  sourceLineSchema,
  submissionDetailsSchema,
  submissionIdSchema,
} from './shapes.ts';

export * from './connection-shapes.ts';
export * from './service-shapes.ts';
export * from './shapes.ts';

const nothing = z.void();
const count = z.number().int().nonnegative();
const oneSubmission = z.strictObject({ id: submissionIdSchema });
const someSubmissions = z.strictObject({ ids: z.array(submissionIdSchema).max(20_000) });
const oneBatch = z.strictObject({ batch: count });
const oneConnection = z.strictObject({ name: z.string().max(64) });
const ofConnection = z.strictObject({ connection: z.string().max(64) });
const oneText = z.strictObject({ text: transactionTextSchema });
const connections = z.array(connectionRowSchema);

export const commands = {
  'app.info': { input: nothing, output: appInfoSchema },
  /** The person has been told of the notice. */
  'app.confirmNotice': { input: nothing, output: nothing },

  /** All submissions. */
  'queue.snapshot': { input: nothing, output: queueStateSchema },
  /** Those that the person looks at: the service is asked about them first. */
  'queue.watch': { input: someSubmissions, output: nothing },
  'queue.pause': { input: someSubmissions, output: nothing },
  'queue.resume': { input: someSubmissions, output: nothing },
  'queue.retry': { input: someSubmissions, output: nothing },
  'queue.cancel': { input: someSubmissions, output: nothing },
  /** Takes submissions that have ended out of the queue; their history stays. */
  'queue.remove': { input: someSubmissions, output: nothing },
  /** Sends a held submission all the same; one that was sent before needs the reason. */
  'queue.approve': { input: oneSubmission.extend({ reason: z.string().max(1000).optional() }), output: nothing },

  'submission.details': { input: oneSubmission, output: submissionDetailsSchema },
  'submission.findings': { input: findingQuerySchema, output: z.array(findingRowSchema) },
  /** One line of the source file, counted from 1. */
  'submission.line': { input: oneSubmission.extend({ line: count }), output: sourceLineSchema },
  /** The service's report on a refused batch, fetched if it is not here yet. */
  'batch.report': { input: oneBatch, output: reportExcerptSchema },

  /** Opens the dialog that asks for files; where there is none (in a browser) nothing is offered. */
  'files.choose': { input: nothing, output: pickedFilesSchema },
  /** Adds files that were offered; their checks start by themselves. The options are remembered. */
  'files.add': {
    input: z.strictObject({
      offers: z.array(fileOfferSchema.shape.offer).min(1).max(1000),
      options: sendOptionsSchema,
    }),
    output: z.object({
      added: z.array(submissionIdSchema),
      refused: z.array(z.object({ fileName: z.string(), error: errorRecordSchema })),
    }),
  },
  'files.save': { input: savableSchema, output: savedSchema },

  'connections.list': { input: nothing, output: connections },
  /** These give all connections as they are then. */
  'connections.add': { input: connectionFormSchema, output: connections },
  /** By its name, which stays; what it leads to may only change while nothing bound to it is open. */
  'connections.change': { input: connectionFormSchema, output: connections },
  'connections.remove': { input: oneConnection, output: connections },
  /** Tries every part of the way out, step by step; each step is also told as it ends. */
  'connections.diagnose': {
    /** askForStorage: asks for an upload address that is never used, to learn where the storage is. */
    input: oneConnection.extend({ askForStorage: z.boolean() }),
    output: diagnosisSchema,
  },
  /** Sets what can be observed over a connection. */
  'connections.observe': {
    input: oneConnection.extend({ paths: z.array(observedPathSchema).max(50) }),
    output: connections,
  },

  'network.get': { input: nothing, output: networkStateSchema },
  /** Holds for the next request on. */
  'network.change': { input: networkFormSchema, output: networkStateSchema },

  /** What the rules of the check say of one transaction. */
  'transaction.check': { input: oneText, output: z.object({ findings: z.array(findingRowSchema) }) },
  /** Sends one transaction as it is. One with errors goes only if the person wants that. */
  'transaction.send': {
    input: oneText.extend({ connection: z.string().max(64), evenWithErrors: z.boolean() }),
    output: transactionReplySchema,
  },

  /** Asks the service to run rules, and follows that to its end. */
  'rules.start': { input: ruleRunRequestSchema, output: ruleRunSchema },
  /** The latest ones, newest first. */
  'rules.list': { input: nothing, output: z.array(ruleRunSchema) },
  'rules.stopFollowing': { input: z.strictObject({ id: z.string().max(100) }), output: nothing },
  /** How long until the service takes the next rerun. */
  'rules.wait': { input: ofConnection, output: z.object({ milliseconds: count }) },
  /** The live rules and when they run. */
  'rules.schedule': { input: ofConnection, output: tableReplySchema },

  'observability.ask': { input: ofConnection.extend({ path: z.string().max(2000) }), output: tableReplySchema },

  /** Starts the practice tenant, stores its connection, writes a sample export and offers it. */
  'practice.start': {
    input: nothing,
    output: z.object({ connection: z.string(), sample: pickedFilesSchema }),
  },

  'settings.get': { input: nothing, output: settingsSchema },
  /** What is given replaces what was; gives all settings as they are then. */
  'settings.change': { input: settingsSchema.partial(), output: settingsSchema },
} satisfies Record<CommandName, { input: z.ZodType; output: z.ZodType }>;

export const events = {
  /** The submissions that changed, whole; the numbers have no gap. At most ten a second. */
  'queue.changed': queueStateSchema,
  /** A step of a diagnosis has ended. */
  'diagnosis.stepped': z.object({ name: z.string(), step: diagnosisStepSchema }),
  /** All runs of rules, newest first, after one of them changed. */
  'rules.changed': z.array(ruleRunSchema),
  /** Files came from outside the page: dropped on the dock icon, opened with Tranship, chosen in the menu. */
  'files.offered': pickedFilesSchema,
  /** The menu asks for a page. */
  'page.show': z.object({
    page: z.enum(pages.map(({ page }) => page)),
  }),
} satisfies Record<EventName, z.ZodType>;

export type CommandInput<Name extends CommandName> = z.input<(typeof commands)[Name]['input']>;
export type CommandOutput<Name extends CommandName> = z.output<(typeof commands)[Name]['output']>;
export type EventPayload<Name extends EventName> = z.output<(typeof events)[Name]>;
/** An event with its payload: whoever looks at the name knows the payload. */
export type Told = { [Name in EventName]: [name: Name, payload: EventPayload<Name>] }[EventName];

/** How every command ends: what is expected to go wrong is data, not an exception. */
export type Result<Value> = { ok: true; value: Value } | { ok: false; error: ErrorRecord };
