/**
 * @file The ledger that the desks of a team share: who has which role, and what one person offers and another releases or
 * refuses. Its rules are kept by the database (migrations/), so that a changed client gains nothing.
 */

import { z } from 'zod';
import type { TeamHistoryFilter, TeamHistoryPage } from '../../src-shared/team-history-shapes.ts';
import { type TeamRole, teamRoles } from '../../src-shared/team-roles.ts';
import { LedgerConnection, type LedgerPorts } from './connection/ledger-connection.ts';
import { requireCurrent } from './connection/ledger-version.ts';
import type { AnchorComparison, ComparedHistory } from './history/anchor-comparison.ts';
import { findTeamHistory } from './history/team-history.ts';
import { compareHistory } from './history/told-history.ts';
import { migrations } from './migrations.ts';
import { type NewOffer, type Offer, offerRowSchema } from './offers/offer.ts';
import { changeReleaseRule, type ReleaseRule, type ReleaseWord, readReleaseRule } from './offers/release-rule.ts';
import { type ListedPart, listParts } from './parts-ledger.ts';
import { type FoundSendings, TeamSendings } from './sendings/sendings.ts';
import { storedJson } from './stored-text.ts';

const roleSchema = z.enum(teamRoles);
const time = z.date().transform((date) => date.toISOString());

const appointmentSchema = z.object({
  person: z.string(),
  role: roleSchema,
  givenBy: z.string(),
  givenAt: time,
  withdrawnBy: z.string().nullable(),
  withdrawnAt: time.nullable(),
});
/** That a person has, or had, a role. */
export type Appointment = z.output<typeof appointmentSchema>;

const statusSchema = z.tuple([z.object({ server: z.string(), person: z.string(), roles: z.array(roleSchema) })]);

export interface LedgerStatus {
  ledger: string;
  version: number;
  /** Of PostgreSQL. */
  server: string;
  /** Such as TLSv1.3; null over a socket of this computer. */
  encryption: string | null;
  person: string;
  roles: readonly TeamRole[];
  /** That only what another person has released is sent; undefined where that is not required. */
  release: ReleaseRule | undefined;
}

const awaitedSchema = z.array(
  z.object({ desk: z.uuid(), name: z.string(), person: z.string(), lastSeen: z.date().nullable(), since: z.date() }),
);
/** A desk that a ledger which was put back waits for. `lastSeen`: null where only other desks remember it. */
export type AwaitedDesk = z.output<typeof awaitedSchema>[number];

interface OffersAsked {
  /** Undefined: also those that have a decision, or not. */
  isOpen?: boolean | undefined;
  before?: number | undefined;
  limit: number;
}

const idSchema = z.tuple([z.object({ id: z.coerce.number().pipe(z.int()) })]);

export class TeamLedger {
  readonly #connection: LedgerConnection;

  /** @param connection whose version was checked */
  constructor(connection: LedgerConnection) {
    this.#connection = connection;
  }

  /** @throws AppError team.*; of another version also where this desk could read it: half a rule is none */
  static async open(ports: LedgerPorts, known = migrations.length): Promise<TeamLedger> {
    const connection = await LedgerConnection.open(ports);
    try {
      await requireCurrent(connection, known);
    } catch (thrown) {
      await connection.close();
      throw thrown;
    }
    return new TeamLedger(connection);
  }

  async status(): Promise<LedgerStatus> {
    const { address, encryption } = this.#connection;
    const [{ server, person, roles }] = statusSchema.parse(
      await this.#connection.rows(
        `SELECT current_setting('server_version') AS server, session_user::text AS person,
           ARRAY(SELECT role FROM tranship.appointments
             WHERE person = session_user::text AND withdrawn_at IS NULL ORDER BY role) AS roles`,
      ),
    );
    const release = await readReleaseRule(this.#connection);
    const ledger = address.name;
    return { ledger, version: migrations.length, server, encryption, person, roles, release };
  }

  /** All appointments, also those that were withdrawn, in the order in which they were made. */
  async appointments(): Promise<Appointment[]> {
    const rows = await this.#connection.rows(
      `SELECT person, role, given_by AS "givenBy", given_at AS "givenAt",
         withdrawn_by AS "withdrawnBy", withdrawn_at AS "withdrawnAt" FROM tranship.appointments ORDER BY id`,
    );
    return z.array(appointmentSchema).parse(rows);
  }

  /** Only an administrator, and to another person. @throws AppError team.refused */
  async giveRole(person: string, role: TeamRole): Promise<void> {
    await this.#connection.rows('SELECT tranship.give_role($1, $2)', [person, role]);
  }

  /** Only an administrator, and from another person. @throws AppError team.refused */
  async withdrawRole(person: string, role: TeamRole): Promise<void> {
    await this.#connection.rows('SELECT tranship.withdraw_role($1, $2)', [person, role]);
  }

  /**
   * Only an administrator: whether only what another person has released is sent. To end that takes two of them.
   * @throws AppError team.refused
   */
  async requireRelease(isRequired: boolean, reason: string): Promise<ReleaseWord> {
    return await changeReleaseRule(this.#connection, { isRequired, reason });
  }

  /** The desks that have not told yet what they sent; none unless the ledger was put back. */
  async awaitedDesks(): Promise<AwaitedDesk[]> {
    const sql = 'SELECT desk, name, person, last_seen AS "lastSeen", since FROM tranship.still_awaited()';
    return awaitedSchema.parse(await this.#connection.rows(sql));
  }

  /** These desks are not waited for: what only they know of may be sent again. @throws AppError team.refused */
  async continueWithout(desks: readonly string[], reason: string): Promise<void> {
    await this.#connection.rows('SELECT tranship.continue_without($1, $2)', [desks, reason]);
  }

  /** Offers files for release, all or none. @returns their numbers @throws AppError team.refused, also for what was offered before */
  async offer(files: readonly NewOffer[]): Promise<number[]> {
    return await this.#connection.transaction(async () => {
      const ids: number[] = [];
      for (const { sha256, destination, fileName, figures, reason, desk, again } of files) {
        const values = [Buffer.from(sha256, 'hex'), destination, fileName, storedJson(figures), reason, desk, again];
        const [{ id }] = idSchema.parse(
          await this.#connection.rows('SELECT tranship.offer($1, $2, $3, $4, $5, $6, $7) AS id', values),
        );
        ids.push(id);
      }
      return ids;
    });
  }

  /** The parts of files that the team sends. */
  async parts(): Promise<ListedPart[]> {
    return await listParts(this.#connection);
  }

  /** Which desks sent these modification ids. @throws AppError team.refused for a person who may not see what others sent */
  async findSent(modificationIds: readonly string[]): Promise<FoundSendings> {
    return await new TeamSendings(this.#connection).find(modificationIds);
  }

  /**
   * Some of what this person may see, the latest first: all, those that wait for a decision, or those that have one.
   * @param before only older ones than this number
   * @returns also the number before which there are more
   */
  async offersPage({ isOpen, before, limit }: OffersAsked): Promise<{ offers: Offer[]; before?: number }> {
    const where = `($1::boolean IS NULL OR (d.outcome IS NULL) = $1) AND ($2::bigint IS NULL OR o.id < $2)`;
    const rows = await this.#rowsWhere(where, [isOpen ?? null, before ?? null, limit + 1], 'LIMIT $3');
    const shown = rows.slice(0, limit);
    if (rows.length <= limit) return { offers: readable(shown) };
    const [{ id }] = idSchema.parse([shown.at(-1)]);
    return { offers: readable(shown), before: id };
  }

  /** The offers of these bytes, the latest first. @param destination undefined for any */
  async offersOf(sha256: string, destination: string | undefined): Promise<Offer[]> {
    const where = 'o.sha256 = $1 AND ($2::text IS NULL OR o.destination = $2)';
    return await this.#offersWhere(where, [Buffer.from(sha256, 'hex'), destination ?? null]);
  }

  /** Undefined also where this person may not see it. */
  async findOffer(id: number): Promise<Offer | undefined> {
    const [found] = await this.#offersWhere('o.id = $1', [id]);
    return found;
  }

  /** The latest offer of these bytes for this destination that was released. */
  async releasedOffer(sha256: string, destination: string): Promise<Offer | undefined> {
    const where = "o.sha256 = $1 AND o.destination = $2 AND d.outcome = 'released'";
    const [found] = await this.#offersWhere(where, [Buffer.from(sha256, 'hex'), destination]);
    return found;
  }

  /**
   * Releases or refuses the offer of another person, once. Only a checker.
   * @param seen the offer as it was shown, whose SHA-256 must be that of the ledger
   * @throws AppError team.refused
   */
  async decide(
    seen: Pick<Offer, 'id' | 'sha256'>,
    { outcome, reason, desk }: { outcome: 'released' | 'refused'; reason: string; desk: string },
  ): Promise<void> {
    const values = [seen.id, Buffer.from(seen.sha256, 'hex'), outcome, reason, desk];
    await this.#connection.rows('SELECT tranship.decide($1, $2, $3, $4, $5)', values);
  }

  /** Who did what at which desk, as far as this person may read it. */
  async history(filter: TeamHistoryFilter, page: Parameters<typeof findTeamHistory>[2]): Promise<TeamHistoryPage> {
    return await findTeamHistory(this.#connection, filter, page);
  }

  /** What is noted here of the history of a desk. @param chain the hash of its first entry */
  async compare(history: ComparedHistory, chain: string | undefined): Promise<AnchorComparison> {
    return await compareHistory(this.#connection, history, chain);
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  async #offersWhere(condition: string, values: readonly unknown[]): Promise<Offer[]> {
    return readable(await this.#rowsWhere(condition, values));
  }

  async #rowsWhere(condition: string, values: readonly unknown[], limit = ''): Promise<unknown[]> {
    return await this.#connection.rows(
      `SELECT o.id, encode(o.sha256, 'hex') AS sha256, o.destination, o.file_name, o.figures, o.reason, o.desk,
         o.offered_by, o.offered_at, d.outcome, d.reason AS decision_reason, d.decided_by, d.decided_at
       FROM tranship.offers o LEFT JOIN tranship.decisions d ON d.offer = o.id
       WHERE ${condition} ORDER BY o.id DESC ${limit}`,
      values,
    );
  }
}

/** Without what no desk has offered: figures that a person wrote by SQL, and that are none, must not hide the other offers. */
function readable(rows: readonly unknown[]): Offer[] {
  return rows.flatMap((row) => offerRowSchema.safeParse(row).data ?? []);
}
