/** @file The commands about preparations of exports, their templates, and watched folders. */

import { z } from 'zod';
import {
  columnValuesSchema,
  fileOfSourceSchema,
  namedTextSchema,
  preparationDraftSchema,
  preparationOrderSchema,
  preparationRowSchema,
  preparationSchema,
  preparedSchema,
  previewSchema,
  proposalAskedSchema,
  proposalSchema,
  SHOWN_FILES,
  templateIdSchema,
  templateRowSchema,
  templateVersionSchema,
} from '../preparation-shapes.ts';
import { sendOptionsSchema } from '../settings-shapes.ts';
import { readingSchema, templateSchema } from '../template-shapes.ts';
import { newWatchedFolderSchema, watchedFolderIdSchema } from '../watching-shapes.ts';
import { count, nothing, onePreparation, oneSubmission, someOffers, watchedFolders } from './inputs.ts';

const draftOf = onePreparation.extend({ draft: preparationDraftSchema });
const oneTemplate = z.strictObject({ id: templateIdSchema });
const templates = z.array(templateRowSchema);
const templateName = z.string().trim().min(1).max(200);

export const preparationCommands = {
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
  /** Takes a kept template; without one, the fields are guessed. */
  'preparations.useTemplate': {
    input: onePreparation.extend({ template: templateIdSchema.optional() }),
    output: nothing,
  },
  /** Takes back the last of these three, with what was decided before it. */
  'preparations.goBack': { input: onePreparation, output: nothing },
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
};
