/** @file The commands about the queue, and adding files to it. */

import { z } from 'zod';
import { connectionNameSchema } from '../connection-shapes.ts';
import { queueSituationSchema, waitForSchema } from '../queue-news-shapes.ts';
import {
  actedOnSchema,
  listedQueueSchema,
  openFilesSchema,
  queueFilterSchema,
  submissionForProgramsSchema,
} from '../queue-shapes.ts';
import { namedRulesSchema } from '../rule-set-shapes.ts';
import { savableSchema, savedSchema } from '../saving-shapes.ts';
import { sendOptionsSchema } from '../settings-shapes.ts';
import {
  checkAgainSchema,
  controlSchema,
  errorRecordSchema,
  fileContentsSchema,
  fileOfferSchema,
  filePlaceSchema,
  foundInFilesSchema,
  foundPlacesSchema,
  olderSubmissionsSchema,
  pickedFilesSchema,
  queueSnapshotSchema,
  releaseSummarySchema,
  reportExcerptSchema,
  submissionIdSchema,
} from '../shapes.ts';
import { nothing, oneBatch, oneSubmission, reasonSchema, someOffers } from './inputs.ts';

const someSubmissions = z.strictObject({ ids: z.array(submissionIdSchema).max(20_000) });
const actedOn = z.array(actedOnSchema);
const addedFiles = z.object({
  added: z.array(submissionIdSchema),
  refused: z.array(z.object({ fileName: z.string(), error: errorRecordSchema })),
});
/** What only a call says of the files that it adds. */
const optionsOfCall = z.strictObject({
  /** Of the largest batch; the limit of the service unless it is given. */
  maxBatchBytes: z.int().min(1).max(2_000_000_000).optional(),
  /** What becomes of a batch without proof that it arrived; a person is asked unless this says otherwise. */
  onUnknown: z.enum(['ask', 'send-again']).optional(),
  /** Why a file is sent even if it has been sent before. */
  sendAgain: z.string().trim().min(1).max(1000).optional(),
  /** The files for which that is the reason; all of them unless it is given. */
  sendAgainOf: someOffers.shape.offers.optional(),
  rules: namedRulesSchema.optional(),
  /** Whether files are added although figures of the source system differ from what was prepared. */
  acceptsDifferences: z.boolean().optional(),
  /** A submission in whose place, and in that of all that came of the same preparation, the files of one manifest are added. */
  replaces: submissionIdSchema.optional(),
});

/** Files, of which others may be added before or after. */
const filesToAdd = someOffers.extend({
  /** The first of all that are added in one step, in several calls; without it, that of these. */
  addedWith: someOffers.shape.offers.element.optional(),
});

export const queueCommands = {
  /** The submissions that move or need a person, and the latest of all others. */
  'queue.snapshot': { input: nothing, output: queueSnapshotSchema },
  /** The next piece of what the snapshot left out. */
  'queue.older': { input: z.strictObject({ before: submissionIdSchema }), output: olderSubmissionsSchema },
  /** The submissions on the screen: the app asks the service about these first. */
  'queue.watch': { input: someSubmissions, output: nothing },
  /** Whether there is more to wait for, of these submissions or of all. The changes that led there have been told. */
  'queue.situation': {
    input: someSubmissions.partial().extend({ waitFor: waitForSchema }),
    output: queueSituationSchema,
  },
  /**
   * The submissions that people mean by these: a number, or the id of a batch. Null where there is none. `isEmpty`: it is held,
   * and nothing in it can be sent.
   */
  'queue.named': {
    input: z.strictObject({ ids: z.array(z.string().max(1000)).max(20_000) }),
    output: z.array(submissionForProgramsSchema.extend({ isRemoved: z.boolean(), isEmpty: z.boolean() }).nullable()),
  },
  /** What is in the queue, in the order in which it was added; or of it these, as people name them. @throws AppError queue.unknown-id */
  'queue.list': {
    input: z.strictObject({ ids: z.array(z.string().max(1000)).max(20_000), filter: queueFilterSchema }),
    output: listedQueueSchema,
  },
  /** What is open, anywhere: each file of which not every line was accepted or left out, in the order in which they were added. */
  'queue.open': { input: nothing, output: openFilesSchema },
  /** What a person does to submissions is done to each for which it is possible; the answer says of each whether, or why not. */
  /** `letsFinish`: what is being sent is sent to its end first, and does not begin again later. */
  'queue.pause': { input: someSubmissions.extend({ letsFinish: z.boolean().optional() }), output: actedOn },
  'queue.resume': { input: someSubmissions, output: actedOn },
  'queue.retry': { input: someSubmissions, output: actedOn },
  /** Sends them without waiting for the sending hours of their connection, this once. */
  'queue.sendNow': { input: someSubmissions, output: actedOn },
  /** `reason`: why lines are given up; it is kept of what has made no batches yet. */
  'queue.cancel': { input: someSubmissions.extend({ reason: reasonSchema.optional() }), output: actedOn },
  /** Removes ended submissions from the queue; their history stays. */
  'queue.remove': { input: someSubmissions, output: actedOn },
  /** Brings back what was removed in the last ten minutes, and what was removed together with it that corrects it or that it corrects. */
  'queue.restore': { input: someSubmissions, output: actedOn },
  /** What would be sent of these held submissions, together. */
  'queue.summary': { input: someSubmissions, output: releaseSummarySchema },
  /**
   * Approves a held submission. One with errors, or that was sent before, needs a reason. `typed`: the name of the connection,
   * where the summary asks for it.
   */
  'queue.approve': {
    input: oneSubmission.extend({
      reason: z.string().max(1000).optional(),
      typed: z.string().max(64).optional(),
      /** Whether the service is asked to accept its valid lines, whatever was chosen when it was added. */
      ingestValid: z.boolean().optional(),
    }),
    output: nothing,
  },

  /**
   * Says that the rows which the preparation of this file had refused are dealt with elsewhere: also of the other files of it.
   * @throws AppError submission.no-refused-rows where none are open
   */
  'queue.settleRefused': { input: oneSubmission.extend({ reason: reasonSchema }), output: nothing },

  /**
   * The file of a submission was moved or renamed, and is the one on offer: with the same bytes it goes on.
   * @throws AppError file.other-content where it is another file; then nothing is changed
   */
  'queue.findFile': { input: oneSubmission.extend({ offer: fileOfferSchema.shape.offer }), output: nothing },

  /**
   * Sends a file that was only checked. The app remembers the options. `checksAgain`: why its check has to be done again first;
   * absent where it counts.
   */
  'queue.send': {
    input: oneSubmission.extend({ options: sendOptionsSchema }),
    output: z.object({ checksAgain: checkAgainSchema.optional() }),
  },

  /**
   * Where modification ids or batch ids went. Files without a usable index are read only when asked to be thorough, which
   * takes as long as checking them. `beginnings`: of a batch id, as a person types or reads it, the first characters are enough.
   */
  'queue.find': {
    input: z.strictObject({
      ids: z.array(z.string().max(10_000)).max(1_000_000),
      thorough: z.boolean(),
      beginnings: z.boolean(),
      most: z.int().min(1).max(10_000),
    }),
    output: foundPlacesSchema,
  },
  /**
   * Where ids stand in the files themselves, those of payments and transactions among them: the newest first, for about a second with
   * each call. Ids that are too short to be told from other words are left out.
   */
  'queue.findInFiles': {
    input: z.strictObject({
      ids: z.array(z.string().max(10_000)).max(10_000),
      most: z.int().min(1).max(10_000),
      from: filePlaceSchema.optional(),
    }),
    output: foundInFilesSchema,
  },
  /** The service's report on a batch; fetched if it is not kept yet. */
  'batch.report': { input: oneBatch, output: reportExcerptSchema },

  /** Opens the system's file dialog. In a browser there is none, and the command offers nothing. */
  'files.choose': { input: nothing, output: pickedFilesSchema },
  /** Ends the reading of what was picked; nothing of it is offered. */
  'files.stopReading': { input: nothing, output: nothing },
  /** What is in an offered file, and what of it went over this connection. The later of two calls ends the earlier one. */
  'files.look': {
    input: z.strictObject({ offer: fileOfferSchema.shape.offer, connection: connectionNameSchema.optional() }),
    output: fileContentsSchema,
  },
  /**
   * Adds offered files, and those of a manifest; their checks start automatically. The app remembers the options that a window
   * gives. `control`: how the figures of the source system compare with what was prepared, for each manifest with such figures.
   */
  'files.add': {
    input: filesToAdd.extend({ options: sendOptionsSchema.extend(optionsOfCall.shape) }),
    output: addedFiles.extend({ control: z.array(controlSchema).optional() }),
  },
  /** Adds offered files only to be checked, without a connection; `maxBatchBytes`: into what batches they would be cut. */
  'files.check': {
    input: filesToAdd.extend(sendOptionsSchema.pick({ maxBatchBytes: true }).shape),
    output: addedFiles,
  },
  'files.save': { input: savableSchema, output: savedSchema },
};
