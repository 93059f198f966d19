/** @file Whether the team ledger requires a release of all that is sent, since when, and who said so. */

import { z } from 'zod';
import type { LedgerConnection } from '../connection/ledger-connection.ts';

const time = z.date().transform((date) => date.toISOString());

const saidSchema = z.object({ by: z.string(), at: time, reason: z.string() });
/** What an administrator said. */
export type Said = z.output<typeof saidSchema>;

export interface ReleaseRule extends Said {
  /** That another administrator is to end it; it counts until then. */
  ending?: Said;
}

const rowsSchema = z.array(saidSchema.extend({ word: z.enum(['required', 'ending']) }));

/** Undefined where no release is required. */
export async function readReleaseRule(connection: LedgerConnection): Promise<ReleaseRule | undefined> {
  const rows = rowsSchema.parse(
    await connection.rows(
      `SELECT word, person AS by, at, reason FROM tranship.release_rules
       WHERE id > coalesce((SELECT max(id) FROM tranship.release_rules WHERE word = 'ended'), 0) ORDER BY id`,
    ),
  );
  const [first, latest] = [rows.at(0), rows.at(-1)];
  if (first === undefined || latest === undefined) return undefined;
  const { word: _, ...rule } = first;
  if (latest.word === 'required') return rule;
  const { word: __, ...ending } = latest;
  return { ...rule, ending };
}

const wordSchema = z.tuple([z.object({ word: z.enum(['required', 'ending', 'ended']) })]);
/** What counts now: `ending` until another administrator says the same. */
export type ReleaseWord = z.output<typeof wordSchema>[0]['word'];

/**
 * Requires a release from now on, or no longer. The latter takes two administrators; to require it again takes the request of
 * the first one back.
 * @throws AppError team.refused, also where it is so already
 */
export async function changeReleaseRule(
  connection: LedgerConnection,
  { isRequired, reason }: { isRequired: boolean; reason: string },
): Promise<ReleaseWord> {
  const rows = await connection.rows('SELECT tranship.require_release($1, $2) AS word', [isRequired, reason]);
  const [{ word }] = wordSchema.parse(rows);
  return word;
}

const requiredSchema = z.array(z.object({ required: z.boolean() }));

/** Whether files have to be released before they are announced or shared from now on. */
export async function isReleaseRequired(connection: LedgerConnection): Promise<boolean> {
  const rows = await connection.rows('SELECT tranship.release_required_since() IS NOT NULL AS required');
  return requiredSchema.parse(rows).some(({ required }) => required);
}

/** The same for the parts of a file that is shared already: not where it was announced before that was the rule. */
export async function mustBeReleased(connection: LedgerConnection, sharedFile: string): Promise<boolean> {
  const rows = await connection.rows(
    `SELECT tranship.needs_release(sha256, destination, desk) AS required FROM tranship.shared_files WHERE id = $1`,
    [sharedFile],
  );
  // Of one that is not there, nothing says that it need not.
  return requiredSchema.parse(rows).every(({ required }) => required);
}
