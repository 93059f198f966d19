/**
 * @file Which batch each id was issued for, in any letter case, and each address: an id names one upload, and its state is the state of
 * that batch only; an address holds one file. A service that gives one twice must not mix up two batches.
 */

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Batch } from '../batch.ts';

const text = z.string().nullable();
const row = z.object({ number: z.number(), current: text, abandoned: text, addresses: text });
const list = z.array(z.string());

/** What the service gave for an upload: its id, or the place of its address (wire/transfer/address.ts). */
export type Issued = { batchId: string } | { place: string };

export interface WantedIds {
  /** Whether the first characters are enough. */
  beginnings: boolean;
  most: number;
}

export class IssuedIds {
  readonly #database: DatabaseSync;
  /** By id in lower case: the latest batch that it belongs to. Read once, and kept up. */
  #owners: Map<string, number> | undefined;
  /** By the place of an address. */
  readonly #places = new Map<string, number>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Whether it belongs to another batch, or to an earlier upload of this batch that may have arrived. */
  isUsedFor({ number, watched }: Pick<Batch, 'number' | 'watched'>, issued: Issued): boolean {
    this.#owners ??= this.#read();
    if ('place' in issued) {
      const owner = this.#places.get(issued.place);
      return owner !== undefined && (owner !== number || watched.length > 0);
    }
    const wanted = issued.batchId.toLowerCase();
    const owner = this.#owners.get(wanted);
    if (owner !== undefined && owner !== number) return true;
    return watched.some(({ batchId }) => batchId.toLowerCase() === wanted);
  }

  /** This id, or those that begin so, in any letter case, at most `most`, with the latest batch that each was issued for; the latest first. */
  ownersFrom(asked: string, { beginnings, most }: WantedIds): { id: string; number: number }[] {
    this.#owners ??= this.#read();
    const wanted = asked.toLowerCase();
    if (!beginnings) {
      const number = this.#owners.get(wanted);
      return number === undefined ? [] : [{ id: wanted, number }];
    }
    const found = [...this.#owners].filter(([id]) => id.startsWith(wanted)).map(([id, number]) => ({ id, number }));
    return found.sort((one, other) => other.number - one.number).slice(0, most);
  }

  /** Learns the ids and addresses of a batch that is being stored. */
  note({
    number,
    delivery,
    abandoned,
    addresses,
  }: Pick<Batch, 'number' | 'delivery' | 'abandoned' | 'addresses'>): void {
    for (const place of addresses) this.#places.set(place, number);
    for (const id of [...abandoned, ...(delivery === undefined ? [] : [delivery.batchId])])
      this.#owners?.set(id.toLowerCase(), number);
  }

  #read(): Map<string, number> {
    const owners = new Map<string, number>();
    const rows = this.#database.prepare(
      `SELECT number, json_extract(document, '$.delivery.batchId') AS current,
         json_extract(document, '$.abandoned') AS abandoned, json_extract(document, '$.addresses') AS addresses
       FROM batches ORDER BY number`,
    );
    // A retry inherits the ids of the batch that it replaces, and comes later.
    for (const raw of rows.iterate()) {
      const { number, current, abandoned, addresses } = row.parse(raw);
      const given = listIn(abandoned);
      for (const id of current === null ? given : [...given, current]) owners.set(id.toLowerCase(), number);
      for (const place of listIn(addresses)) this.#places.set(place, number);
    }
    return owners;
  }
}

/** Of a document that another program has changed, what can be read. */
function listIn(stored: string | null): string[] {
  return stored === null ? [] : (list.safeParse(JSON.parse(stored)).data ?? []);
}
