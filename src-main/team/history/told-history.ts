/** @file The histories of the desks in the team ledger: how far each one has come (anchors), and telling what happened. */

import { z } from 'zod';
import type { LedgerConnection } from '../connection/ledger-connection.ts';
import { storedJson } from '../stored-text.ts';
import type { Anchor } from './anchor.ts';
import { AnchorComparing, type AnchorComparison, type ComparedHistory } from './anchor-comparison.ts';
import type { TeamEvent } from './team-event.ts';

/** A piece of a history, up to its last entry. */
export interface ToldPiece {
  /** The hash of the first entry of the history. */
  chain: string;
  /** The hash of the anchor that it continues; undefined where there is none. */
  continues: string | undefined;
  reached: { position: number; hash: string; count: number };
  events: readonly TeamEvent[];
}

/**
 * told: it is there · parted: it is there, and another history of this desk continues the same anchor ·
 * unknown: the ledger does not know the anchor that it continues, and has taken nothing
 */
const answerSchema = z.tuple([z.object({ answer: z.enum(['told', 'parted', 'unknown']) })]);
export type ToldAnswer = z.infer<typeof answerSchema>[0]['answer'];

/** All of it or nothing; the same piece may be told twice. @throws AppError team.refused where the desk is another person's */
export async function tellHistory(
  connection: LedgerConnection,
  desk: string,
  { chain, continues, reached, events }: ToldPiece,
): Promise<ToldAnswer> {
  const told = events.map(({ position, hash, kind, detail, ageMs }) => ({
    position,
    hash,
    kind,
    detail,
    age_ms: ageMs,
  }));
  const hashes = [chain, continues, reached.hash].map((hash) => (hash === undefined ? null : Buffer.from(hash, 'hex')));
  const [ofChain, before, own] = hashes;
  const values = [desk, ofChain, before, reached.position, own, reached.count, storedJson(told)];
  const rows = await connection.rows('SELECT tranship.tell_history($1, $2, $3, $4, $5, $6, $7) AS answer', values);
  const [{ answer }] = answerSchema.parse(rows);
  return answer;
}

const whole = z.coerce.number().pipe(z.int());
const anchorSchema = z.object({
  id: whole,
  desk: z.string(),
  deskName: z.string(),
  person: z.string(),
  position: whole,
  hash: z.string(),
  count: whole,
  at: z.date().transform((date) => date.toISOString()),
});

const SELECTED = `SELECT a.id, a.desk, d.name AS "deskName", a.person, a.position, encode(a.hash, 'hex') AS hash,
    a.entries AS count, a.noted_at AS at
  FROM tranship.anchors a JOIN tranship.desks d ON d.id = a.desk`;
const PAGE = 5000;

/** The anchors of a desk that this person may see, the latest first, page by page. */
export async function* latestAnchors(connection: LedgerConnection, desk: string): AsyncGenerator<readonly Anchor[]> {
  // The first few are enough nearly always.
  for (let before: number | undefined, page = 10; ; page = PAGE) {
    const rows = await connection.rows(
      `${SELECTED} WHERE a.desk = $1 AND ($2::bigint IS NULL OR a.id < $2) ORDER BY a.id DESC LIMIT $3`,
      [desk, before ?? null, page],
    );
    const anchors = z.array(anchorSchema).parse(rows);
    yield anchors;
    before = anchors.at(-1)?.id;
    if (anchors.length < page) return;
  }
}

/**
 * The anchors that this person may see of a desk, and of all copies of its history, in the order in which the ledger heard
 * of them, page by page.
 */
export async function* anchorsOf(
  connection: LedgerConnection,
  { desk, chain }: { desk: string; chain: string | undefined },
): AsyncGenerator<readonly Anchor[]> {
  for (let after = 0; ; ) {
    const rows = await connection.rows(
      `${SELECTED} WHERE (a.desk = $1 OR a.chain = $2) AND a.id > $3 ORDER BY a.id LIMIT $4`,
      [desk, chain === undefined ? null : Buffer.from(chain, 'hex'), after, PAGE],
    );
    const anchors = z.array(anchorSchema).parse(rows);
    yield anchors;
    after = anchors.at(-1)?.id ?? after;
    if (anchors.length < PAGE) return;
  }
}

/** Compares a history with all that this person may see of it in the ledger. @param chain the hash of its first entry */
export async function compareHistory(
  connection: LedgerConnection,
  history: ComparedHistory,
  chain: string | undefined,
): Promise<AnchorComparison> {
  const comparing = new AnchorComparing(history);
  for await (const anchors of anchorsOf(connection, { desk: history.desk, chain }))
    for (const anchor of anchors) comparing.take(anchor);
  return comparing.end();
}
