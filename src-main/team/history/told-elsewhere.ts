/** @file What copies of this data folder have told a team ledger that they sent, and this one does not know. */

import { z } from 'zod';
import type { WrittenKind } from '../../../src-shared/history.ts';
import { batchIdSchema } from '../../wire/service/wire.ts';
import type { LedgerConnection } from '../connection/ledger-connection.ts';
import { anchorsOf } from './told-history.ts';

/** After each of these, the bytes of a batch may be at the storage. */
const sendingKinds = ['last-block', 'accepted', 'exists'] satisfies WrittenKind[];
const PAGE = 5000;

const detailSchema = z.object({
  file: z.string(),
  destination: z.string(),
  submission: z.int(),
  batchId: batchIdSchema,
  /** Which bytes of the file they were; events of an earlier version do not say. */
  sha256: z.string().optional(),
  start: z.int().optional(),
});
const eventsSchema = z.array(
  z.object({
    id: z.coerce.number(),
    position: z.coerce.number(),
    hash: z.string(),
    at: z.date().transform((date) => date.getTime()),
    // Who is signed in to the ledger can write any with plain SQL.
    detail: detailSchema.optional().catch(undefined),
  }),
);

export type ToldElsewhere = z.output<typeof detailSchema> & { ledger: string; at: number };

interface OwnHistory {
  desk: string;
  /** The hash of the first entry. */
  chain: string;
  hashAt: (position: number) => string | undefined;
}

export async function eventsElsewhere(
  connection: LedgerConnection,
  { desk, chain, hashAt }: OwnHistory,
): Promise<Omit<ToldElsewhere, 'ledger'>[]> {
  const desks = new Set<string>();
  let common = 0;
  for await (const anchors of anchorsOf(connection, { desk, chain })) {
    for (const anchor of anchors) {
      desks.add(anchor.desk);
      if (hashAt(anchor.position) === anchor.hash) common = Math.max(common, anchor.position);
    }
  }
  const found: Omit<ToldElsewhere, 'ledger'>[] = [];
  for (let after = 0; ; ) {
    const rows = await connection.rows(
      `SELECT id, position, encode(hash, 'hex') AS hash, happened_at AS at, detail FROM tranship.events
       WHERE desk = ANY ($1::uuid[]) AND position > $2 AND kind = ANY ($3) AND id > $4 ORDER BY id LIMIT $5`,
      [[...desks], common, sendingKinds, after, PAGE],
    );
    const events = eventsSchema.parse(rows);
    for (const { position, hash, at, detail } of events)
      if (detail !== undefined && hashAt(position) !== hash) found.push({ ...detail, at });
    after = events.at(-1)?.id ?? after;
    if (events.length < PAGE) return found;
  }
}
