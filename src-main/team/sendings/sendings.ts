/**
 * @file What desks send, in the team ledger: stored with its modification ids, then announced before its first byte leaves,
 * then compared with what others announced before. See [Note: Who sees whom].
 */

import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { SortedIds } from '../../check/id-index/id-matches.ts';
import { type IdKey, idWords, KeyedIds } from '../../check/id-index/keyed-ids.ts';
import type { LedgerConnection } from '../connection/ledger-connection.ts';
import type { Figures } from '../offers/offer.ts';
import { storedJson } from '../stored-text.ts';
import { bucketsOf, eachShared, ID_BYTES, levelFor, runsOf } from './id-buckets.ts';

/** Some hundred kilobytes in one statement. */
const BUCKETS_AT_ONCE = 1024;
/** Buckets of others in one answer: some megabytes. */
const OTHERS_AT_ONCE = 8192;
/** Each of them is looked for on every level. */
const LOOKED_UP_AT_ONCE = 200;

export interface NewSending {
  /** The number of the desk. */
  desk: string;
  /** What the desk calls it: the same again is the same sending. */
  submission: string;
  /** In hexadecimal. */
  sha256: string;
  /** As `destinationOf` says it. */
  destination: string;
  fileName: string;
  figures: Figures;
  /** Why it is sent, where a person said so. */
  reason?: string | undefined;
}

/** Something that another desk announced before. */
export interface EarlierSending {
  id: number;
  fileName: string;
  person: string;
  /** The name of the desk. */
  desk: string;
  /**
   * When it was announced, in ISO 8601, by the clock of the ledger; when it was sent, as its desk says, where it was announced only
   * later.
   */
  at: string;
}

/** A sending that has an id that was looked for. */
export interface FoundSending extends EarlierSending {
  /** As it was looked for. */
  modificationId: string;
  destination: string;
  /** When it was announced, where that was later than it was sent; null otherwise. */
  announcedLater: string | null;
  /** In hexadecimal. */
  sha256: string;
  /** The number of the desk, and what that calls it. */
  deskId: string;
  submission: string;
  /** False once the desk has withdrawn it, since the service has refused all of it. */
  counts: boolean;
  /** ISO 8601; null unless it was withdrawn as a whole. */
  withdrawnAt: string | null;
}

export interface FoundSendings {
  /** In the order of the ids, then the latest first. */
  sendings: FoundSending[];
  /** Files that count as sent, and were announced without their ids. */
  unsearched: number;
}

/** How many lines of a file have ids that others announced before. */
export interface IdsBefore {
  lines: number;
  /** The one with most of them first. */
  sendings: { sending: number; lines: number }[];
}

/** What this desk has begun and not withdrawn. */
export interface OwnSending {
  id: number;
  submission: string;
  destination: string;
  /** Whether others see it; with its ids, `hasIds`. */
  isAnnounced: boolean;
  /** How many batches were told to have been refused; see refuseIds. */
  refused: number;
  hasIds: boolean;
}

const id = z.coerce.number().pipe(z.int());
const idSchema = z.tuple([z.object({ id })]);
const keySchema = z.tuple([z.object({ key: z.instanceof(Buffer) })]);
const beforeSchema = z.array(z.object({ sending: id, same: z.boolean().nullable() }));
const levelsSchema = z.array(z.object({ level: z.int(), files: id }));
const idsSchema = z.array(z.object({ sending: id, ids: z.instanceof(Buffer) }));
const placesSchema = z.array(z.object({ destination: z.string() }));
const foundSchema = z.array(z.object({ number: z.int(), sending: id, counts: z.boolean() }));
const countSchema = z.tuple([z.object({ count: id })]);
const ownSchema = z.array(
  z.object({
    id,
    submission: z.string(),
    destination: z.string(),
    refused: z.int(),
    isAnnounced: z.boolean(),
    hasIds: z.boolean(),
  }),
);
const time = z.date().transform((date) => date.toISOString());
const earlierSchema = z.array(
  z.object({
    id,
    fileName: z.string(),
    person: z.string(),
    desk: z.string(),
    at: time,
    destination: z.string(),
    withdrawnAt: time.nullable(),
    announcedLater: time.nullable(),
    sha256: z.string(),
    deskId: z.string(),
    submission: z.string(),
  }),
);

export class TeamSendings {
  readonly #connection: LedgerConnection;

  constructor(connection: LedgerConnection) {
    this.#connection = connection;
  }

  /** By which the ids for a destination are enciphered. @throws AppError team.refused without the role “sender” */
  async idKey(destination: string): Promise<IdKey> {
    const [{ key }] = keySchema.parse(await this.#connection.rows('SELECT tranship.id_key($1) AS key', [destination]));
    return { id: createHmac('sha256', key).update('id').digest('hex').slice(0, 16), key };
  }

  /** Begins a sending, which others do not see yet. @returns its number @throws AppError team.refused */
  async begin({ desk, submission, sha256, destination, fileName, figures, reason }: NewSending): Promise<number> {
    const content = Buffer.from(sha256, 'hex');
    const values = [desk, submission, content, destination, fileName, storedJson(figures), reason ?? null];
    const [sending] = idSchema.parse(
      await this.#connection.rows('SELECT tranship.begin_sending($1, $2, $3, $4, $5, $6, $7) AS id', values),
    );
    return sending.id;
  }

  /**
   * Begins to tell of what was sent, or is being sent, since before its desk used this ledger for it.
   * @param ago milliseconds
   * @returns its number @throws AppError team.refused
   */
  async beginSent(sent: Omit<NewSending, 'reason'>, ago: number): Promise<number> {
    const { desk, submission, sha256, destination, fileName, figures } = sent;
    const values = [desk, submission, Buffer.from(sha256, 'hex'), destination, fileName, JSON.stringify(figures), ago];
    const [sending] = idSchema.parse(
      await this.#connection.rows('SELECT tranship.begin_sent($1, $2, $3, $4, $5, $6, $7) AS id', values),
    );
    return sending.id;
  }

  /** Stores the ids of a sending; those of one that is announced are stored already. @throws AppError team.refused, and the signal's reason */
  async storeIds(sending: number, ids: SortedIds, signal?: AbortSignal): Promise<void> {
    const level = levelFor(ids.length / 2);
    for (const { first, lengths, ids: part } of bucketsOf(ids, level, BUCKETS_AT_ONCE)) {
      signal?.throwIfAborted();
      const values = [sending, level, first, lengths, part];
      await this.#connection.rows('SELECT tranship.store_ids($1, $2::smallint, $3, $4, $5)', values);
    }
  }

  /**
   * Others see it from now on; what they announced before is complete.
   * @param ids how many were stored; undefined where they are not known
   * @param isAgain whether it was announced before, in an earlier life of the ledger
   */
  async announce(sending: number, ids: number | undefined, isAgain = false): Promise<void> {
    const level = ids === undefined ? null : levelFor(ids);
    await this.#connection.rows('SELECT tranship.announce($1, $2::smallint, $3)', [sending, level, isAgain]);
  }

  /**
   * Nothing, unless the ledger was put back and waits for desks that may have sent something since.
   * @throws AppError team.put-back, team.refused
   */
  async requireAllHeard(): Promise<void> {
    await this.#connection.rows('SELECT tranship.require_all_heard()');
  }

  /** The desk has told all that it knows, to this generation of the ledger. @throws AppError team.refused */
  async toldAll(desk: string, generation: string): Promise<void> {
    await this.#connection.rows('SELECT tranship.told_all($1, $2)', [desk, generation]);
  }

  /** For how long the ledger has had its present life (ms); undefined in its first one, which lacks nothing. */
  async lifeAge(): Promise<number | undefined> {
    const rows = await this.#connection.rows('SELECT tranship.life_age() AS age');
    const [{ age }] = z.tuple([z.object({ age: z.number().nullable() })]).parse(rows);
    return age ?? undefined;
  }

  /**
   * What others announced before with the same bytes, and with the same figures; all that is there where this one was not
   * announced yet.
   */
  async announcedBefore(sending: number): Promise<{ same: number[]; alike: number[] }> {
    const rows = beforeSchema.parse(
      await this.#connection.rows('SELECT sending, same FROM tranship.announced_before($1)', [sending]),
    );
    const those = (wanted: boolean) => rows.filter(({ same }) => (same === true) === wanted);
    return { same: those(true).map((row) => row.sending), alike: those(false).map((row) => row.sending) };
  }

  /** Which of these ids others announced before. @throws the signal's reason */
  async idsBefore(sending: number, ids: SortedIds, signal?: AbortSignal): Promise<IdsBefore> {
    const levels = levelsSchema.parse(
      await this.#connection.rows('SELECT level, files FROM tranship.levels_before($1)', [sending]),
    );
    const isShared = new Uint8Array(ids.length / 2);
    const lines = new Map<number, number>();
    for (const { level, files } of levels) {
      for (const run of runsOf(ids, level, Math.max(1, Math.floor(OTHERS_AT_ONCE / files)))) {
        signal?.throwIfAborted();
        const values = [sending, level, run.buckets];
        const rows = await this.#connection.rows(
          'SELECT sending, ids FROM tranship.ids_before($1, $2::smallint, $3)',
          values,
        );
        for (const other of idsSchema.parse(rows)) {
          eachShared(ids, run, other.ids, (at) => {
            isShared[at] = 1;
            lines.set(other.sending, (lines.get(other.sending) ?? 0) + 1);
          });
        }
      }
    }
    return {
      lines: isShared.reduce((sum, one) => sum + one, 0),
      sendings: [...lines]
        .map(([other, count]) => ({ sending: other, lines: count }))
        .sort((a, b) => b.lines - a.lines),
    };
  }

  /**
   * Which sendings have these ids, to any destination. Of an enciphered id the ledger has 64 bits, so that a hit is as good as
   * certain, but no proof.
   * @throws AppError team.refused for a person who may not see what others sent
   */
  async find(modificationIds: readonly string[]): Promise<FoundSendings> {
    // Who may not see what others sent would find nothing, as if there were nothing.
    await this.#connection.rows('SELECT tranship.require_reader()');
    const places = placesSchema.parse(
      await this.#connection.rows('SELECT destination FROM tranship.places ORDER BY destination'),
    );
    const found: { modificationId: string; sending: number; counts: boolean }[] = [];
    for (const { destination } of places) {
      const cipher = new KeyedIds(await this.idKey(destination));
      for (let first = 0; first < modificationIds.length; first += LOOKED_UP_AT_ONCE) {
        const asked = modificationIds.slice(first, first + LOOKED_UP_AT_ONCE);
        const enciphered = cipher.encipher(idWords(asked));
        const bytes = Buffer.from(enciphered.buffer, enciphered.byteOffset, enciphered.byteLength);
        const wanted = asked.map((_, at) => bytes.subarray(at * ID_BYTES, (at + 1) * ID_BYTES));
        const rows = await this.#connection.rows('SELECT number, sending, counts FROM tranship.find_ids($1, $2)', [
          destination,
          wanted,
        ]);
        for (const { number, ...hit } of foundSchema.parse(rows))
          found.push({ modificationId: asked[number - 1] ?? '', ...hit });
      }
    }
    const [{ count: unsearched }] = countSchema.parse(
      await this.#connection.rows(
        'SELECT count(*) FROM tranship.sendings WHERE announced_at IS NOT NULL AND withdrawn_at IS NULL AND level IS NULL',
      ),
    );
    const sendings = await this.#described(found.map(({ sending }) => sending));
    const hitsOf = Map.groupBy(found, ({ modificationId }) => modificationId);
    return {
      sendings: [...new Set(modificationIds)].flatMap((modificationId) => {
        const hits = new Map(hitsOf.get(modificationId)?.map((hit) => [hit.sending, hit.counts]));
        return sendings.flatMap((sending) => {
          const counts = hits.get(sending.id);
          return counts === undefined ? [] : [{ modificationId, ...sending, counts }];
        });
      }),
      unsearched,
    };
  }

  /** Who sent these, from where and when, the latest first. */
  async described(sendings: readonly number[]): Promise<EarlierSending[]> {
    return (await this.#described(sendings)).map(({ id, fileName, person, desk, at }) => ({
      id,
      fileName,
      person,
      desk,
      at,
    }));
  }

  async #described(sendings: readonly number[]): Promise<z.output<typeof earlierSchema>> {
    const rows = await this.#connection.rows(
      `SELECT s.id, s.file_name AS "fileName", s.person, d.name AS desk, coalesce(s.sent_at, s.announced_at) AS at,
         CASE WHEN s.sent_at IS NOT NULL THEN s.announced_at END AS "announcedLater",
         p.destination, s.withdrawn_at AS "withdrawnAt", encode(s.sha256, 'hex') AS sha256,
         s.desk AS "deskId", s.submission
       FROM tranship.sendings s JOIN tranship.desks d ON d.id = s.desk JOIN tranship.places p ON p.id = s.place
       WHERE s.id = ANY ($1::bigint[]) ORDER BY at DESC, s.announced_at DESC`,
      [sendings],
    );
    return earlierSchema.parse(rows);
  }

  /**
   * It will not be sent, or nothing of it was taken: it no longer counts.
   * @param keepsIds so that what was refused can still be found
   * @throws AppError team.refused
   */
  async withdraw(sending: number, keepsIds = false): Promise<void> {
    await this.#connection.rows('SELECT tranship.withdraw_sending($1, $2)', [sending, keepsIds]);
  }

  /**
   * The service has refused so many batches of it as a whole: what only these have holds up no one any more.
   * @param all how many ids the sending has, counting each line
   * @throws AppError team.refused, and the signal's reason
   */
  async refuseIds(
    sending: number,
    batches: number,
    { ids, all }: { ids: SortedIds; all: number },
    signal?: AbortSignal,
  ): Promise<void> {
    for (const { first, lengths, ids: part } of bucketsOf(ids, levelFor(all), BUCKETS_AT_ONCE)) {
      signal?.throwIfAborted();
      if (part.length > 0)
        await this.#connection.rows('SELECT tranship.refuse_ids($1, $2, $3, $4)', [sending, first, lengths, part]);
    }
    await this.#connection.rows('SELECT tranship.note_refused($1, $2)', [sending, batches]);
  }

  /** What a desk has begun or announced, and not withdrawn: all of it, or one submission. */
  async ofDesk(desk: string, submission?: string): Promise<OwnSending[]> {
    const rows = await this.#connection.rows(
      `SELECT s.id, s.submission, p.destination, s.refused, s.announced_at IS NOT NULL AS "isAnnounced",
         s.announced_at IS NOT NULL AND s.level IS NOT NULL AS "hasIds"
       FROM tranship.sendings s JOIN tranship.places p ON p.id = s.place
       WHERE s.desk = $1 AND s.withdrawn_at IS NULL AND ($2::text IS NULL OR s.submission = $2) ORDER BY s.id`,
      [desk, submission ?? null],
    );
    return ownSchema.parse(rows);
  }
}
