/**
 * @file The contract between the app and its window: every command and event with its input and output schema. Both
 * sides take their types from this table, and the app validates. No schema may carry a token, a stored secret or a
 * signed address, and no command takes a path.
 */

import { z } from 'zod';
import { appInfoSchema, updateStateSchema } from './app-shapes.ts';
import { auditChangeSchema, auditReviewSchema, auditSettingsSchema } from './audit-shapes.ts';
import type { CommandName, EventName } from './channels.ts';
import {
  connectionChangeSchema,
  connectionFormSchema,
  connectionNameSchema,
  connectionRowSchema,
  diagnosisSchema,
  formProblemSchema,
  networkFormSchema,
  networkStateSchema,
  observedPathSchema,
  storageHostsSchema,
} from './connection-shapes.ts';
import { correctionOutcomeSchema, correctionRequestSchema, suggestionsSchema } from './correction-shapes.ts';
import { diagnosisStepSchema } from './diagnosis-step.ts';
import { editableLineSchema, editedLineSchema, lineEditSchema, lineNumberSchema } from './edit-shapes.ts';
import type { ErrorRecord } from './errors.ts';
import {
  findingPlaceSchema,
  findingQuerySchema,
  findingRowSchema,
  groupPageSchema,
  groupQuerySchema,
  sourceLineSchema,
} from './finding-shapes.ts';
import { askedFolderSchema } from './folder-shapes.ts';
import {
  dayStartsSchema,
  historyChoicesSchema,
  historyFilterSchema,
  historyPageSchema,
  overviewSchema,
} from './history-shapes.ts';
import { leftOutSchema } from './left-out.ts';
import { pages } from './pages.ts';
import { postedSchema, postingNewsSchema, postingRequestSchema } from './posting-shapes.ts';
import {
  columnValuesSchema,
  fileOfSourceSchema,
  namedTextSchema,
  preparationDraftSchema,
  preparationIdSchema,
  preparationOrderSchema,
  preparationRowSchema,
  preparationSchema,
  preparationWorkSchema,
  preparedSchema,
  previewSchema,
  proposalAskedSchema,
  proposalSchema,
  SHOWN_FILES,
  templateIdSchema,
  templateRowSchema,
  templateVersionSchema,
} from './preparation-shapes.ts';
import { queueChangeSchema, queueSituationSchema, waitForSchema } from './queue-news-shapes.ts';
import {
  actedOnSchema,
  listedQueueSchema,
  openFilesSchema,
  queueFilterSchema,
  submissionForProgramsSchema,
} from './queue-shapes.ts';
import { receiptAskedSchema, receiptReadSchema } from './receipt-shapes.ts';
import {
  batchNamedSchema,
  reportLinesSchema,
  reportQuerySchema,
  reportReadingSchema,
  stricterRulesSchema,
} from './report-shapes.ts';
import {
  namedRulesSchema,
  ruleSetProblemSchema,
  ruleSetProgressSchema,
  ruleSetStateSchema,
  ruleSetTextSchema,
  ruleSetTrialSchema,
} from './rule-set-shapes.ts';
import { savableSchema, savedSchema } from './saving-shapes.ts';
import {
  ruleRunRequestSchema,
  ruleRunSchema,
  ruleRunStatusSchema,
  tableReplySchema,
  transactionReplySchema,
  transactionTextSchema,
} from './service-shapes.ts';
import { keptSchema, sendOptionsSchema, settingsSchema } from './settings-shapes.ts';
import {
  checkAgainSchema,
  controlSchema,
  errorRecordSchema,
  fileOfferSchema,
  filesReadingSchema,
  foundPlacesSchema,
  olderSubmissionsSchema,
  pickedFilesSchema,
  queueSnapshotSchema,
  releaseSummarySchema,
  reportExcerptSchema,
  submissionDetailsSchema,
  submissionIdSchema,
} from './shapes.ts';
import { controlEnteredSchema, statementAskedSchema, statementSchema } from './statement-shapes.ts';
import { teamCursorSchema, teamHistoryFilterSchema, teamHistoryPageSchema } from './team-history-shapes.ts';
import {
  appointmentSchema,
  comparisonSchema,
  connectionLedgerSchema,
  foundInTeamSchema,
  ledgerFormSchema,
  ledgerKeySchema,
  ledgerStatusSchema,
  madeOfferSchema,
  offerDetailsSchema,
  offerIdSchema,
  offerRowSchema,
  offersPageSchema,
  putBackSchema,
  rolesSchema,
  sharedPartSchema,
  sharingWaySchema,
  submissionOffersSchema,
  teamLedgersSchema,
} from './team-shapes.ts';
import { readingSchema, templateSchema } from './template-shapes.ts';
import { newWatchedFolderSchema, watchedFolderIdSchema, watchedFolderRowSchema } from './watching-shapes.ts';
import { windowCommandNames } from './window-commands.ts';

export * from './app-shapes.ts';
export * from './audit-shapes.ts';
export * from './connection-shapes.ts';
export * from './correction-shapes.ts';
export type { DiagnosisStep } from './diagnosis-step.ts';
export * from './edit-shapes.ts';
export * from './finding-shapes.ts';
export * from './folder-shapes.ts';
export * from './history-shapes.ts';
export type { LeftOut } from './left-out.ts';
export * from './posting-shapes.ts';
export * from './preparation-shapes.ts';
export * from './queue-news-shapes.ts';
export * from './queue-shapes.ts';
export * from './receipt-shapes.ts';
export * from './recipe-shapes.ts';
export * from './report-shapes.ts';
export * from './rule-set-shapes.ts';
export * from './saving-shapes.ts';
export * from './service-shapes.ts';
export * from './settings-shapes.ts';
export * from './shapes.ts';
export * from './statement-shapes.ts';
export * from './team-history-shapes.ts';
export * from './team-shapes.ts';
export * from './template-shapes.ts';
export * from './watching-shapes.ts';

const nothing = z.void();
const count = z.number().int().nonnegative();
const oneSubmission = z.strictObject({ id: submissionIdSchema });
const someSubmissions = z.strictObject({ ids: z.array(submissionIdSchema).max(20_000) });
const actedOn = z.array(actedOnSchema);
const oneLine = oneSubmission.extend({ line: lineNumberSchema });
const editedLines = z.array(editedLineSchema);
const oneBatch = z.strictObject({ batch: batchNamedSchema });
const oneConnection = z.strictObject({ name: connectionNameSchema });
const ofConnection = z.strictObject({ connection: connectionNameSchema });
const hostNames = z.array(z.string().min(1).max(2000)).max(1000);
const oneText = z.strictObject({ text: transactionTextSchema });
const connections = z.array(connectionRowSchema);
const someOffers = z.strictObject({ offers: z.array(fileOfferSchema.shape.offer).min(1).max(1000) });
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
  rules: namedRulesSchema.optional(),
  /** Whether files are added although figures of the source system differ from what was prepared. */
  acceptsDifferences: z.boolean().optional(),
  /** A submission in whose place, and in that of all that came of the same preparation, the files of one manifest are added. */
  replaces: submissionIdSchema.optional(),
});
const onePreparation = z.strictObject({ id: preparationIdSchema });
const draftOf = onePreparation.extend({ draft: preparationDraftSchema });
const oneTemplate = z.strictObject({ id: templateIdSchema });
const templates = z.array(templateRowSchema);
const ruleSetText = z.strictObject({ text: ruleSetTextSchema });
const watchedFolders = z.array(watchedFolderRowSchema);
const oneOffer = z.strictObject({ ledger: ledgerKeySchema, id: offerIdSchema });
const inLedger = z.strictObject({ ledger: ledgerKeySchema });
/** A rule set in place of that of the settings; the name is what errors call it. */
const ownRules = z.strictObject({ name: z.string().max(1000), text: ruleSetTextSchema }).optional();
const roleOfPerson = z.strictObject({ role: rolesSchema.element, person: z.string().min(1).max(500) });
const reasonSchema = z.string().trim().min(1).max(1000);
const templateName = z.string().trim().min(1).max(200);

export const commands = {
  'app.info': { input: nothing, output: appInfoSchema },
  /** The person has read the notice. */
  'app.confirmNotice': { input: nothing, output: nothing },
  /** A person has decided that this data folder, which may be a copy, is the one to continue with: it sends again. */
  /** waiting: files that do not go by themselves any more, since they may have gone from another copy */
  'folder.confirm': {
    input: z.strictObject({ reason: reasonSchema }),
    output: z.object({ wasInDoubt: z.boolean(), waiting: z.int().nonnegative() }),
  },

  /**
   * Asks the services and the team ledgers what became of all that another copy of this data folder may have sent. What they say is
   * stored as usual; nothing is sent.
   */
  'folder.ask': { input: nothing, output: askedFolderSchema },

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
  'queue.pause': { input: someSubmissions, output: actedOn },
  'queue.resume': { input: someSubmissions, output: actedOn },
  'queue.retry': { input: someSubmissions, output: actedOn },
  'queue.cancel': { input: someSubmissions, output: actedOn },
  /** Removes ended submissions from the queue; their history stays. */
  'queue.remove': { input: someSubmissions, output: actedOn },
  /** Brings back what was removed in the last ten minutes. */
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
   * Says that the rows which the preparation of this file had refused are settled elsewhere: also of the other files of it.
   * @throws AppError submission.no-refused-rows where none are open
   */
  'queue.settleRefused': { input: oneSubmission.extend({ reason: reasonSchema }), output: nothing },

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

  'submission.details': { input: oneSubmission, output: submissionDetailsSchema },
  /** The later of two calls ends the earlier one. */
  'submission.groups': { input: groupQuerySchema, output: groupPageSchema },
  'submission.findings': { input: findingQuerySchema, output: z.array(findingRowSchema) },
  'submission.place': { input: findingPlaceSchema, output: z.object({ before: z.int().min(0) }) },
  /** One line of the source file, counted from 1. */
  'submission.line': { input: oneSubmission.extend({ line: count }), output: sourceLineSchema },
  /** The lines that were left out of a file, also in its corrections, and why. */
  'submission.leftOut': { input: oneSubmission, output: leftOutSchema },
  /** Steps that would help with what the check found, the most frequent first; and lines with one id that are no duplicates. */
  'submission.suggestSteps': { input: oneSubmission, output: suggestionsSchema },
  /** Only counts what a correction would do. */
  'submission.previewCorrection': { input: correctionRequestSchema, output: correctionOutcomeSchema },
  /** Makes a file with what is missing of it, as it was corrected by hand and by steps, and adds that. */
  'submission.correct': { input: correctionRequestSchema, output: correctionOutcomeSchema },
  /** The lines that a person has corrected by hand. The commands that change edits return all of them as they are afterwards. */
  'edits.list': { input: oneSubmission, output: editedLines },
  /** A line to be corrected. */
  'edits.line': { input: oneLine, output: editableLineSchema },
  /** What the check, with the rules of this submission, finds in the line if this is its text. */
  'edits.check': {
    input: oneLine.extend({ text: transactionTextSchema }),
    output: z.object({ findings: z.array(findingRowSchema) }),
  },
  'edits.save': { input: oneLine.extend({ edit: lineEditSchema }), output: editedLines },
  'edits.undo': { input: oneLine, output: editedLines },
  'edits.undoAll': { input: oneSubmission, output: editedLines },
  /** The service's report on a batch; fetched if it is not kept yet. */
  'batch.report': { input: oneBatch, output: reportExcerptSchema },
  /** How that report was read, line by line: at first a matter of seconds for a large one. */
  'report.reading': { input: oneBatch, output: reportReadingSchema },
  /** The lines that it or the check names, filtered and searched. */
  'report.lines': { input: reportQuerySchema, output: reportLinesSchema },
  /** Checks the file with stricter rules to see what they would change. Changes nothing. */
  'report.stricter': { input: oneBatch, output: stricterRulesSchema },

  /** What came in on these days, and what became of it. */
  'statement.read': { input: statementAskedSchema, output: statementSchema },
  /** Keeps what the core system says, by connection and day. */
  'statement.enter': { input: controlEnteredSchema, output: z.object({ days: z.array(z.string()) }) },
  /** A receipt, signed where there is a key. */
  'receipt.read': { input: receiptAskedSchema, output: receiptReadSchema },

  /** Opens the system's file dialog. In a browser there is none, and the command offers nothing. */
  'files.choose': { input: nothing, output: pickedFilesSchema },
  /** Ends the reading of what was picked; nothing of it is offered. */
  'files.stopReading': { input: nothing, output: nothing },
  /**
   * Adds offered files, and those of a manifest; their checks start automatically. The app remembers the options that a window
   * gives. `control`: how the figures of the source system compare with what was prepared, for each manifest with such figures.
   */
  'files.add': {
    input: someOffers.extend({ options: sendOptionsSchema.extend(optionsOfCall.shape) }),
    output: addedFiles.extend({ control: z.array(controlSchema).optional() }),
  },
  /** Adds offered files only to be checked, without a connection; `maxBatchBytes`: into what batches they would be cut. */
  'files.check': {
    input: someOffers.extend(sendOptionsSchema.pick({ maxBatchBytes: true }).shape),
    output: addedFiles,
  },
  'files.save': { input: savableSchema, output: savedSchema },

  /** Preparations that have not become submissions yet, newest first. */
  'preparations.list': { input: nothing, output: z.array(preparationRowSchema) },
  /** Makes one preparation of offered files; it is examined at once. */
  'preparations.begin': {
    input: someOffers,
    output: onePreparation,
  },
  /**
   * Begins again with what a person decided for the preparation of a submission, to be changed: its files will take the place of that,
   * and of all that came of the same preparation. `line` and `field`: where the check found something. Begun before, it is that one.
   * @throws AppError submission.*, preparation.not-here
   */
  'preparations.reopen': {
    input: oneSubmission.extend({ line: count.optional(), field: z.string().max(1000).optional() }),
    output: onePreparation,
  },
  /**
   * Begins with the rows that the preparation of a submission had refused, and with what was decided for that.
   * @throws AppError submission.no-refused-rows, file.*
   */
  'preparations.beginRefused': { input: oneSubmission, output: onePreparation },
  'preparations.get': { input: onePreparation, output: preparationSchema },
  /** Reads the export in another way; without `reading`, as it is detected. A draft keeps what still fits. */
  'preparations.read': { input: onePreparation.extend({ reading: readingSchema.optional() }), output: nothing },
  /** Leaves out these files, and takes all others. A draft keeps what still fits. */
  'preparations.choose': {
    input: onePreparation.extend({ leftOut: z.array(fileOfSourceSchema).max(SHOWN_FILES) }),
    output: nothing,
  },
  /** Takes a kept template. */
  'preparations.useTemplate': {
    input: onePreparation.extend({ template: templateIdSchema }),
    output: nothing,
  },
  /** Keeps what the person has decided. */
  'preparations.keep': { input: draftOf, output: nothing },
  /** What becomes of sampled rows with this template, judged by the check. */
  'preparations.preview': {
    input: onePreparation.extend({
      template: templateSchema,
      table: z.string().max(500),
      rows: z.array(count).min(1).max(50),
    }),
    output: z.array(previewSchema),
  },
  /** The values of columns in the sample. */
  'preparations.values': {
    input: onePreparation.extend({ columns: z.array(z.string().max(500)).min(1).max(200) }),
    output: z.array(columnValuesSchema),
  },
  /**
   * Reads everything and says what would come of it, also beside what went over a connection before: the one used last, if
   * none is named. The plan is part of the preparation once it is ready.
   */
  'preparations.plan': { input: draftOf.extend({ connection: z.string().optional() }), output: nothing },
  /**
   * Writes the files and adds them to the queue; continues where it was broken off. This computer sends them: no other one
   * reads its data folder. `acceptsDifferences`: also where figures of the source system differ from what was prepared; without it,
   * the files are written, and the preparation then says why none is added.
   */
  'preparations.prepare': {
    input: draftOf.extend({
      options: sendOptionsSchema.omit({ forTeam: true }),
      acceptsDifferences: z.boolean().optional(),
    }),
    output: nothing,
  },
  /**
   * Writes the files to a folder that the person chooses, as `tranship prepare --out` does, without a connection; in a browser,
   * to be fetched with `files.save`. `continues`: to the folder in which it was broken off. Nothing begins when the person cancels.
   */
  'preparations.save': {
    input: draftOf.extend({ continues: z.boolean() }),
    output: z.object({ isBegun: z.boolean() }),
  },
  /** Ends what is under way; what a person has decided stays. */
  'preparations.cancel': { input: onePreparation, output: nothing },
  /** Gives a preparation up, with the files it has written. */
  'preparations.discard': { input: onePreparation, output: nothing },
  /** With which template a preparation of offered files would begin. Nothing is kept. */
  'preparations.propose': { input: proposalAskedSchema, output: proposalSchema },
  /**
   * Prepares offered files in one go, into a folder that the person chooses, or plans it. No draft is kept; what is finished
   * when it ends in the middle stays in the folder, and the same call continues with it.
   */
  'preparations.run': { input: preparationOrderSchema, output: preparedSchema },

  'templates.list': { input: nothing, output: templates },
  /** The text of its file, as `tranship prepare --template` reads it. */
  'templates.read': {
    input: oneTemplate.extend({ version: z.int().min(1).optional() }),
    output: z.object({ text: z.string() }),
  },
  /** What a template was and is, the present version first. */
  'templates.versions': { input: oneTemplate, output: z.array(templateVersionSchema) },
  /** The commands that change templates return all of them as they are afterwards. One of the same name is replaced. */
  'templates.keep': { input: z.strictObject({ template: templateSchema }), output: templates },
  'templates.rename': { input: oneTemplate.extend({ name: templateName }), output: templates },
  /** Makes it again what it was; what it is now stays as a version. */
  'templates.goBack': { input: oneTemplate.extend({ version: z.int().min(1) }), output: templates },
  'templates.copy': { input: oneTemplate, output: templates },
  'templates.remove': { input: oneTemplate, output: templates },
  /** Takes the text of a template that was exported. One of the same name stays, and this one gets another. */
  'templates.import': { input: namedTextSchema, output: templates },

  /** The stored watched folders. The commands that change them return all of them as they are afterwards, a new one last. */
  'watching.list': { input: nothing, output: watchedFolders },
  /** Asks the person for the folder, in a dialog of the system; nothing changes when that is cancelled. */
  'watching.add': { input: newWatchedFolderSchema, output: watchedFolders },
  /** Stops watching a folder; what is in it stays. */
  'watching.remove': { input: z.strictObject({ id: watchedFolderIdSchema }), output: watchedFolders },

  /** Entries of the history, newest first; `olderThan` is the one that the page before gave. */
  'history.find': {
    input: z.strictObject({
      filter: historyFilterSchema,
      olderThan: count.optional(),
      limit: z.number().int().min(1).max(5000),
    }),
    output: historyPageSchema,
  },
  /** The figures of days; at most 400. */
  'history.overview': { input: z.strictObject({ starts: dayStartsSchema }), output: overviewSchema },
  'history.choices': { input: nothing, output: historyChoicesSchema },
  /** A person has looked at what does not hold in the history; `reviewed` is what that was. */
  'audit.review': { input: z.strictObject({ reason: reasonSchema }), output: auditReviewSchema },
  'audit.change': { input: auditChangeSchema, output: auditSettingsSchema },
  /** Wraps the key of the data folder with another passphrase; all that it protects stays. */
  'passphrase.change': {
    input: z.strictObject({ present: z.string().max(10_000), next: z.string().max(10_000) }),
    output: nothing,
  },
  /** Who did what at the desks of a team, as far as this person may read it. */
  'team.history': {
    input: z.strictObject({
      ledger: ledgerKeySchema,
      filter: teamHistoryFilterSchema,
      olderThan: teamCursorSchema.optional(),
      limit: z.number().int().positive().max(100_000),
    }),
    output: teamHistoryPageSchema,
  },

  'connections.list': { input: nothing, output: connections },
  /** What is wrong with the values of a connection before it is stored: of each field one thing, in their order. */
  'connections.judge': {
    /** Only what can be judged without the credentials. */
    input: z.strictObject({
      form: connectionFormSchema.omit({ secret: true, certificate: true }),
      isNew: z.boolean(),
    }),
    output: z.array(formProblemSchema),
  },
  /** The commands that change connections return all of them as they are afterwards. */
  'connections.add': { input: connectionFormSchema, output: connections },
  /**
   * Finds the connection by name; the name cannot change, and what is absent stays. Where it leads may change only while no
   * open submission that the service knows is bound to it.
   */
  'connections.change': { input: connectionChangeSchema, output: connections },
  /** Accepts a connection that was changed without the key of the data folder: a person has checked its addresses. */
  'connections.confirm': { input: oneConnection, output: connections },
  'connections.remove': { input: oneConnection, output: connections },
  /** Signs in, and asks the service for what cannot exist: it ends well where that is unknown. */
  'connections.test': { input: oneConnection, output: nothing },
  /** Tests every part of the route to the service, step by step, and sends an event as each step ends. */
  'connections.diagnose': {
    /** askForStorage: reserves an upload address, never used, to learn the storage's host. */
    input: oneConnection.extend({ askForStorage: z.boolean() }),
    output: diagnosisSchema,
  },
  /**
   * Changes where its files may go, and continues what was held for that: the rule first, since it decides which hosts can be
   * allowed. `missing`: of those to be removed, the ones that were not there.
   */
  'connections.changeHosts': {
    input: oneConnection.extend({
      ...storageHostsSchema.pick({ fixed: true, private: true }).partial().shape,
      remove: hostNames.optional(),
      allow: hostNames.optional(),
    }),
    output: storageHostsSchema.extend({ missing: z.array(z.string()) }),
  },
  /** Sets the paths that can be observed over a connection. */
  'connections.observe': {
    input: oneConnection.extend({ paths: z.array(observedPathSchema).max(50) }),
    output: connections,
  },

  /**
   * Sets from where its service counts the lines of its reports, or that nobody knows. Reports that left it open are asked for
   * again: `asked` of them.
   */
  'connections.countLines': {
    input: oneConnection.extend({ from: z.union([z.literal(0), z.literal(1), z.literal('unknown')]) }),
    output: z.object({ asked: z.int().nonnegative() }),
  },

  /** The team ledger of a connection. */
  'connections.ledger': { input: oneConnection, output: connectionLedgerSchema },
  /** Sets it, or that there is none. It is not asked yet. */
  'connections.changeLedger': {
    input: oneConnection.extend({ ledger: z.union([ledgerFormSchema, z.literal('none')]) }),
    output: connectionLedgerSchema,
  },

  'network.get': { input: nothing, output: networkStateSchema },
  /** Takes effect with the next request. */
  'network.change': { input: networkFormSchema, output: networkStateSchema },
  /** Accepts settings that were changed without the key of the data folder: a person has checked them. */
  'network.confirm': { input: nothing, output: networkStateSchema },

  /** The findings of the check about one transaction. */
  'transaction.check': { input: oneText, output: z.object({ findings: z.array(findingRowSchema) }) },
  /** Sends one transaction unchanged. One with errors, or one that went before, is sent only if the person insists. */
  'transaction.send': {
    input: oneText.extend({
      connection: z.string().max(64),
      evenWithErrors: z.boolean(),
      again: z.boolean().optional(),
    }),
    output: transactionReplySchema,
  },

  /**
   * Checks the transactions of a file, and sends them one by one; the same file again continues where it stopped. The caller
   * hears how far it is.
   */
  'transaction.sendFile': { input: postingRequestSchema, output: postedSchema },

  /** Asks the service to run rules, and follows the run to its end. */
  'rules.start': { input: ruleRunRequestSchema, output: ruleRunSchema },
  /** The latest runs, newest first. */
  'rules.list': { input: nothing, output: z.array(ruleRunSchema) },
  'rules.stopFollowing': { input: z.strictObject({ id: z.string().max(100) }), output: nothing },
  /** How long until the service accepts the next rerun. */
  'rules.wait': { input: ofConnection, output: z.object({ milliseconds: count }) },
  /** How an execution gets on; over the connection that it was asked for with, unless another one is named. */
  'rules.status': {
    input: z.strictObject({ executionId: z.string().min(1).max(500), connection: connectionNameSchema.optional() }),
    output: ruleRunStatusSchema,
  },
  /** The live rules and their schedule. */
  'rules.schedule': { input: ofConnection, output: tableReplySchema },

  /** What can be asked over a connection. */
  'observability.paths': { input: ofConnection, output: z.array(observedPathSchema) },
  'observability.ask': { input: ofConnection.extend({ path: z.string().max(2000) }), output: tableReplySchema },

  /** Starts the practice tenant, stores its connection, writes a sample file and offers it. */
  'practice.start': {
    input: nothing,
    output: z.object({ connection: z.string(), sample: pickedFilesSchema }),
  },

  /** The team ledgers that this desk uses; none of them is asked. */
  'team.ledgers': { input: nothing, output: teamLedgersSchema },
  /** Whether this person can give files over a connection to the team, for its computers to send. */
  'team.sharing': { input: z.strictObject({ connection: z.string().max(64) }), output: sharingWaySchema },
  'team.status': { input: inLedger, output: ledgerStatusSchema },
  /** Requires a release of all that is sent, or no longer, which takes two administrators. */
  'team.requireRelease': {
    input: inLedger.extend({ isRequired: z.boolean(), reason: reasonSchema }),
    output: z.enum(['required', 'ending', 'ended']),
  },
  /** Has a ledger that was put back wait no longer for desks that have not told it what they sent. Tells which are still missing. */
  'team.continueWithout': {
    input: inLedger.extend({ desks: z.array(z.uuid()).min(1).max(10_000), reason: reasonSchema }),
    output: z.object({ putBack: putBackSchema.optional() }),
  },
  /** All appointments, also those withdrawn, after a role was given or withdrawn, where that is asked for. */
  'team.roles': {
    input: inLedger.extend({ give: roleOfPerson.optional(), withdraw: roleOfPerson.optional() }),
    output: z.array(appointmentSchema),
  },
  /** The parts of files that the team sends. */
  'team.parts': { input: inLedger, output: z.array(sharedPartSchema) },
  /** Who of the team announced modification ids, with which files. @throws AppError team.* where the ledger was not searched */
  'team.find': {
    input: inLedger.extend({
      ids: z.array(z.string().max(10_000)).max(1_000_000),
      most: z.int().min(1).max(1_000_000),
    }),
    output: foundInTeamSchema,
  },
  /**
   * What is offered for release, as far as the person may see it, the latest first. `isOpen`: only what waits for a decision, or
   * only what has one. `before`: only older ones.
   */
  'team.offers': {
    input: inLedger.extend({ isOpen: z.boolean().optional(), before: offerIdSchema.optional() }),
    output: offersPageSchema,
  },
  'team.offer': { input: oneOffer, output: offerDetailsSchema },
  /** Checks a file that the person picked, and tells whether it is what was offered. A later call ends the earlier one. */
  'team.compare': {
    input: oneOffer.extend({ copy: fileOfferSchema.shape.offer, rules: ownRules }),
    output: comparisonSchema,
  },
  'team.stopComparing': { input: nothing, output: nothing },
  /** Releases what another person has offered, and was found the same at this desk before; or refuses it. */
  'team.decide': {
    input: oneOffer.extend({ outcome: z.enum(['released', 'refused']), reason: reasonSchema }),
    output: offerDetailsSchema,
  },
  /** Checks files that were picked, or those of a manifest, and offers all of them or none. */
  'team.offerFiles': {
    input: someOffers.extend({
      ledger: ledgerKeySchema,
      connection: connectionNameSchema,
      rules: ownRules,
      reason: reasonSchema,
      again: z.boolean(),
    }),
    output: z.object({ destination: z.string(), offers: z.array(madeOfferSchema) }),
  },
  /** Whether another person has released exactly these bytes for where a connection leads. */
  'team.verify': {
    input: inLedger.extend({ connection: connectionNameSchema, copy: fileOfferSchema.shape.offer }),
    output: z.object({ sha256: z.string(), destination: z.string(), released: offerRowSchema.optional() }),
  },
  /** Where a submission can be offered, and what became of its bytes there. */
  'team.ofSubmission': { input: oneSubmission, output: submissionOffersSchema },
  /** Offers a checked submission for release. `again`: also where its bytes were offered before. */
  'team.offerSubmission': {
    input: oneSubmission.extend({ connection: z.string().max(64), reason: reasonSchema, again: z.boolean() }),
    output: oneOffer,
  },

  'settings.get': { input: nothing, output: settingsSchema },
  /** Replaces the settings given; returns all settings as they are afterwards. */
  'settings.change': { input: settingsSchema.partial(), output: settingsSchema },
  /** The rule set of the settings, which `settings.change` stores, the one before it, and what a form of it shows. */
  'ruleSet.get': { input: nothing, output: ruleSetStateSchema },
  /** What is wrong with the text of a rule set; nothing where it could be stored. */
  'ruleSet.judge': { input: ruleSetText, output: z.array(ruleSetProblemSchema) },
  /**
   * Checks the last file that was checked and is still there with the rules in use and with these, and tells the difference.
   * Stores nothing. A later trial ends an earlier one.
   */
  'ruleSet.try': {
    input: ruleSetText,
    output: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('tried'), trial: ruleSetTrialSchema }),
      z.object({ kind: z.literal('no-file') }),
      z.object({ kind: z.literal('stopped') }),
    ]),
  },
  'ruleSet.stopTrial': { input: nothing, output: nothing },
  /** What the data folder holds of customer data. */
  'retention.kept': { input: nothing, output: z.array(keptSchema) },
  /** Deletes what is due, down to the bytes of the database; not complete while another program reads that. */
  'retention.purge': { input: nothing, output: z.object({ isComplete: z.boolean() }) },

  /** Starts the desktop app again, which puts the former key back first. @throws AppError secret.only-in-window */
  'keyStore.tryAgain': { input: nothing, output: nothing },
  /**
   * Makes a new key of the data folder, because the key store has changed and a person enters the secrets again.
   * @throws AppError secret.only-in-window, secret.store-closed
   */
  'keyStore.replaceKey': { input: nothing, output: nothing },

  /** Updates of the app itself; in a browser there are none. */
  'updates.state': { input: nothing, output: updateStateSchema },
  'updates.turn': { input: z.strictObject({ isOn: z.boolean() }), output: updateStateSchema },
  /** Asks the update server now. */
  'updates.ask': { input: nothing, output: updateStateSchema },
  /** Starts the installer and ends the app. */
  'updates.install': { input: nothing, output: nothing },
} satisfies Record<CommandName, { input: z.ZodType; output: z.ZodType }>;

export const events = {
  /**
   * The submissions that changed, as complete rows, and what has happened. Sequence numbers have no gaps. At most ten events a
   * second.
   */
  'queue.changed': queueChangeSchema,
  /** All connections, after one of them was added, changed or removed: by this window, by another one, or by a command. */
  'connections.changed': connections,
  /** A step of a diagnosis has ended. */
  'diagnosis.stepped': z.object({ name: z.string(), step: diagnosisStepSchema }),
  /** What happens to the transactions of an offered file. */
  'transaction.told': z.object({ offer: fileOfferSchema.shape.offer, news: postingNewsSchema }),
  /** All runs of rules, newest first, after one of them changed. */
  'rules.changed': z.array(ruleRunSchema),
  /** How far the work on a preparation is; without `work` it has ended, and the preparation has changed. */
  'preparation.changed': onePreparation.extend({ work: preparationWorkSchema.optional() }),
  /** The watched folders, after something happened in one of them. At most two events a second. */
  'watching.changed': watchedFolders,
  /** Files from outside the page: dropped on the dock icon, opened with Tranship, or chosen in the menu. */
  'files.offered': pickedFilesSchema,
  /** Reading what was picked takes a while; without `reading` it is over. At most four events a second. */
  'files.reading': z.object({ reading: filesReadingSchema.optional() }),
  /** The menu asks the window to show a page. */
  'page.show': z.object({
    page: z.enum(pages.map(({ page }) => page)),
  }),
  /** The menu asks the window for one of its commands. */
  'command.run': z.object({ command: z.enum(windowCommandNames) }),
  /** A notification was clicked: the window leads to what it was about, the most urgent first. */
  'submission.show': z.object({ ids: z.array(submissionIdSchema).min(1).max(20_000) }),
  /** What came of asking for an update, or that one is ready. */
  'updates.changed': updateStateSchema,
  /** How far the making of a corrected file is, or its preview. At most ten events a second. */
  'submission.correcting': oneSubmission.extend({ bytes: count, totalBytes: count, lines: count }),
  /** How far a trial of a rule set is. At most ten events a second. */
  'ruleSet.progress': ruleSetProgressSchema,
  /** A ledger went away or is back, or there is another one. */
  'team.changed': teamLedgersSchema,
  /** How far the check of a person's own copy is. At most ten events a second. */
  'team.comparing': z.object({ read: count, whole: count }),
} satisfies Record<EventName, z.ZodType>;

export type CommandInput<Name extends CommandName> = z.input<(typeof commands)[Name]['input']>;
export type CommandOutput<Name extends CommandName> = z.output<(typeof commands)[Name]['output']>;
export type EventPayload<Name extends EventName> = z.output<(typeof events)[Name]>;
/** An event with its payload; checking the name narrows the payload's type. */
export type Told = { [Name in EventName]: [name: Name, payload: EventPayload<Name>] }[EventName];

/** The result of every command: expected failures are data, not exceptions. */
export type Result<Value> = { ok: true; value: Value } | { ok: false; error: ErrorRecord };
