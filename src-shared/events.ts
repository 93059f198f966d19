/** @file What the app tells its window by itself. */

import { z } from 'zod';
import { updateStateSchema } from './app-shapes.ts';
import type { EventName } from './channels.ts';
import { connections, count, onePreparation, oneSubmission, watchedFolders } from './commands/inputs.ts';
import { diagnosisStepSchema } from './diagnosis-step.ts';
import { pages } from './pages.ts';
import { postingNewsSchema } from './posting-shapes.ts';
import { preparationWorkSchema } from './preparation-shapes.ts';
import { queueChangeSchema } from './queue-news-shapes.ts';
import { ruleSetProgressSchema } from './rule-set-shapes.ts';
import { ruleRunSchema } from './service-shapes.ts';
import { fileOfferSchema, filesReadingSchema, pickedFilesSchema, submissionIdSchema } from './shapes.ts';
import { teamLedgersSchema } from './team-shapes.ts';
import { windowCommandNames } from './window-commands.ts';

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
