/**
 * @file Which batch each id was issued for, in any letter case: an id names one upload, and its state is the state of that
 * batch only. A service that gives an id twice must not mix up two batches.
 */

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Batch } from '../batch.ts';

const row = z.object({ number: z.number(), current: z.string().nullable(), abandoned: z.string().nullable() });
const idList = z.array(z.string());

export interface WantedIds {
  /** Whether the first characters are enough. */
  beginnings: boolean;
  most: number;
}

export class IssuedIds {
  readonly #database: DatabaseSync;
  /** By id in lower case: the latest batch that it belongs to. Read once, and kept up. */
  #owners: Map<string, number> | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Whether the id is one of another batch, or of an earlier upload of this batch that may have arrived. */
  isTakenFor(batch: Pick<Batch, 'number' | 'watched'>, batchId: string): boolean {
    this.#owners ??= this.#read();
    const wanted = batchId.toLowerCase();
    const owner = this.#owners.get(wanted);
    if (owner !== undefined && owner !== batch.number) return true;
    return batch.watched.some((watched) => watched.batchId.toLowerCase() === wanted);
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

  /** Learns the ids of a batch that is being stored. */
  note({ number, delivery, abandoned }: Pick<Batch, 'number' | 'delivery' | 'abandoned'>): void {
    for (const id of [...abandoned, ...(delivery === undefined ? [] : [delivery.batchId])])
      this.#owners?.set(id.toLowerCase(), number);
  }

  #read(): Map<string, number> {
    const owners = new Map<string, number>();
    const rows = this.#database.prepare(
      `SELECT number, json_extract(document, '$.delivery.batchId') AS current,
         json_extract(document, '$.abandoned') AS abandoned FROM batches ORDER BY number`,
    );
    // A retry inherits the ids of the batch that it replaces, and comes later.
    for (const raw of rows.iterate()) {
      const { number, current, abandoned } = row.parse(raw);
      const given = abandoned === null ? [] : (idList.safeParse(JSON.parse(abandoned)).data ?? []);
      for (const id of current === null ? given : [...given, current]) owners.set(id.toLowerCase(), number);
    }
    return owners;
  }
}
