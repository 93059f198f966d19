/** @file Watched folders, as they cross the contract. */

import { z } from 'zod';
import { errorRecordSchema, fileOfferSchema } from './shapes.ts';
import { LEAST_SETTLE_SECONDS, MARKER_ENDING, MOST_SETTLE_SECONDS } from './watching-limits.ts';

/** Names a stored folder without its path. */
export const watchedFolderIdSchema = z.string().regex(/^[0-9a-f]{16}$/);

/** A watched folder as the window shows it. */
export const watchedFolderRowSchema = z.object({
  id: watchedFolderIdSchema,
  /** Its path: the person has chosen it, and must recognise it. */
  folder: z.string(),
  /** The name of its template, or of the file that it is in; absent where files are taken as they are. */
  template: z.string().optional(),
  /** Where that file is. */
  templateFile: z.string().optional(),
  connection: z.string(),
  /** Whether files without findings are sent without a person. */
  release: z.boolean(),
  /** A person wanted that, and the policy does not allow it. */
  isHeldByPolicy: z.boolean().optional(),
  /** Other users put files there, too: a person has said so. */
  shared: z.boolean(),
  settleSeconds: z.number(),
  marker: z.string().optional(),
  /** What keeps it from being watched, or a file in it from being taken. */
  trouble: errorRecordSchema.optional(),
  /** Files that are there and not ready, and those being worked on. */
  settling: z.number().int().nonnegative(),
  inWork: z.number().int().nonnegative(),
  /** Files that were dealt with, and of which something waits in the queue for a person. */
  waiting: z.number().int().nonnegative(),
  /** The last file that was dealt with since the app was opened; checked: what was made of it waited for a person. */
  last: z
    .object({ fileName: z.string(), at: z.number().int(), outcome: z.enum(['done', 'checked', 'refused']) })
    .optional(),
});
export type WatchedFolderRow = z.infer<typeof watchedFolderRowSchema>;

/** What a person decides about a folder; the folder itself is chosen in a dialog of the system. */
export const newWatchedFolderSchema = z.strictObject({
  /** The name of a kept template. */
  template: z.string().min(1).max(200).optional(),
  /** In its place, an offered file that has the template; it is read for each file that lands. */
  offer: fileOfferSchema.shape.offer.optional(),
  connection: z.string().min(1).max(64),
  release: z.boolean(),
  /** Whether other users put files there, too; without it, only a folder to which no other may write is watched. */
  shared: z.boolean().optional(),
  /** How long a file must not have changed, in seconds; a minute without it. */
  settleSeconds: z.number().min(LEAST_SETTLE_SECONDS).max(MOST_SETTLE_SECONDS).optional(),
  /** The ending of a second file that says that the first is complete, in place of the settle time. */
  marker: z.string().regex(MARKER_ENDING).optional(),
});
