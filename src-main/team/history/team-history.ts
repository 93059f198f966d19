/**
 * @file Who did what at which desk, as the team ledger tells it: what the desks told of their histories, offers and decisions,
 * and roles. Row-level security says what of it a person may read.
 */

import { z } from 'zod';
import {
  type TeamHistoryFilter,
  type TeamHistoryPage,
  teamCursorSchema,
  teamHappeningSchema,
} from '../../../src-shared/team-history-shapes.ts';
import type { LedgerConnection } from '../connection/ledger-connection.ts';

const rowSchema = teamHappeningSchema.extend({
  at: z.date().transform((date) => date.getTime()),
  deskId: z
    .string()
    .nullable()
    .transform((id) => id ?? undefined),
  cursor: teamCursorSchema,
});

/** Each has the same columns. `source` and `id` order what happened in the same microsecond. */
const SOURCES = [
  `SELECT e.happened_at AS at, 1 AS source, e.id, e.person, d.name AS desk, e.desk::text AS desk_id, e.kind, e.detail
   FROM tranship.events e JOIN tranship.desks d ON d.id = e.desk`,
  `SELECT o.offered_at, 2, o.id, o.offered_by, o.desk, NULL::text, 'offered', jsonb_build_object('offer', o.id,
     'file', o.file_name, 'destination', o.destination, 'sha256', encode(o.sha256, 'hex'), 'reason', o.reason)
   FROM tranship.offers o`,
  `SELECT x.decided_at, 3, x.offer, x.decided_by, x.desk, NULL::text, 'offer-' || x.outcome, jsonb_build_object('offer', o.id,
     'file', o.file_name, 'destination', o.destination, 'sha256', encode(o.sha256, 'hex'), 'reason', x.reason)
   FROM tranship.decisions x JOIN tranship.offers o ON o.id = x.offer`,
  `SELECT a.given_at, 4, a.id, a.given_by, '', NULL::text, 'role-given',
     jsonb_build_object('role', a.role, 'whom', a.person)
   FROM tranship.appointments a`,
  `SELECT a.withdrawn_at, 5, a.id, a.withdrawn_by, '', NULL::text, 'role-withdrawn',
     jsonb_build_object('role', a.role, 'whom', a.person)
   FROM tranship.appointments a WHERE a.withdrawn_at IS NOT NULL`,
  `SELECT r.at, 6, r.id, r.person, '', NULL::text, 'release-' || r.word, jsonb_build_object('reason', r.reason)
   FROM tranship.release_rules r`,
  `SELECT w.excused_at, 7, w.id, w.excused_by, '', NULL::text, 'continued-without',
     jsonb_build_object('whom', format('%s (%s)', w.name, w.person), 'reason', w.reason)
   FROM tranship.awaited_desks w WHERE w.excused_at IS NOT NULL`,
];

/** Each source gives its own latest first, so that no page reads all of a long history. */
const PAGE_OF_EACH = SOURCES.map(
  (source) => `(SELECT * FROM (${source}) AS one (at, source, id, person, desk, desk_id, kind, detail)
    WHERE ($1::text IS NULL OR desk_id = $1 OR desk = $1) AND ($2::text IS NULL OR person = $2)
      AND ($3::text IS NULL OR kind = $3) AND ($4::timestamptz IS NULL OR at >= $4)
      AND ($5::timestamptz IS NULL OR at < $5)
      AND ($6::bigint IS NULL OR (at, source, id) < (timestamptz 'epoch' + $6 * interval '1 microsecond', $7::int, $8::bigint))
    ORDER BY at DESC, source DESC, id DESC LIMIT $9)`,
).join(' UNION ALL ');

const QUERY = `SELECT at, person, desk, desk_id AS "deskId", kind, detail,
    round(extract(epoch FROM at) * 1000000)::bigint || '.' || source || '.' || id AS cursor
  FROM (${PAGE_OF_EACH}) AS page ORDER BY at DESC, source DESC, id DESC LIMIT $9`;

/**
 * The latest that this person may read and that passes the filter: at most `limit`.
 * @param olderThan as the page before gave it @throws AppError team.*
 */
export async function findTeamHistory(
  connection: LedgerConnection,
  { desk, person, kind, from, before }: TeamHistoryFilter,
  { olderThan, limit }: { olderThan?: string | undefined; limit: number },
): Promise<TeamHistoryPage> {
  const [at, source, id] = olderThan === undefined ? [] : teamCursorSchema.parse(olderThan).split('.');
  const asTime = (ms: number | undefined) => (ms === undefined ? null : new Date(ms));
  const rows = await connection.rows(QUERY, [
    ...[desk ?? null, person ?? null, kind ?? null, asTime(from), asTime(before)],
    ...[at ?? null, source ?? null, id ?? null, limit + 1],
  ]);
  const found = z.array(rowSchema).parse(rows);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    happenings: shown.map(({ cursor: _, ...happening }) => happening),
    ...(found.length > limit && last !== undefined && { olderThan: last.cursor }),
  };
}
