/** @file What the core systems say of their transactions, by connection and day, as people have entered it. */

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { canonicalDigest } from '../../audit/canonical-json.ts';
import { guarded } from './database.ts';
import { readDocuments } from './documents.ts';

/** The figures of a day; without a currency, all together. */
export const dayOfControlSchema = z.object({
  connection: z.string(),
  day: z.iso.date(),
  /** When it was entered (ms since the epoch). */
  at: z.int(),
  /** They were entered one by one: of a currency without a figure, nothing is said. Absent of a list. */
  isPartial: z.literal(true).optional(),
  /** None where a person has taken them back: that stands in the history, and so does what is left of the day. */
  figures: z.array(
    z.object({
      currency: z.string().optional(),
      /** Of the files with this name alone. */
      file: z.string().optional(),
      count: z.int().nonnegative().optional(),
      sum: z.string().optional(),
    }),
  ),
});
export type DayOfControl = z.infer<typeof dayOfControlSchema>;

/** SHA-256 in hex, by which the history knows what was entered. */
export function digestOfDay(day: DayOfControl): string {
  return canonicalDigest(day);
}

export class StoredControl {
  readonly #database: DatabaseSync;
  readonly #path: string;

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
  }

  all(): DayOfControl[] {
    const source = { database: this.#database, path: this.#path };
    return readDocuments(source, dayOfControlSchema, 'SELECT document FROM control_figures ORDER BY connection, day');
  }

  /** In place of what was kept of that day. */
  save(day: DayOfControl): void {
    const sql = 'INSERT OR REPLACE INTO control_figures (connection, day, document) VALUES (?, ?, ?)';
    guarded(this.#path, () => this.#database.prepare(sql).run(day.connection, day.day, JSON.stringify(day)));
  }
}
