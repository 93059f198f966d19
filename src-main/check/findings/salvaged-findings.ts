/**
 * @file Findings out of a damaged database, on their way into a new one. Kinds and blocks come in any order, and some may
 * be lost; they wait in tables of their own until all are there.
 */

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { packed } from '../../../src-shared/languages/fact.ts';
import type { Finding, FindingKind } from './finding.ts';
import { findingSchema } from './finding-schema.ts';
import type { FindingStore } from './finding-store.ts';
import { FindingRows, PackedFindings } from './packed-findings.ts';

const kindRow = findingSchema.omit({ line: true }).extend({ value: z.string().nullable() });
const blockRow = z.object({ list: z.int(), content: z.instanceof(Uint8Array) });

export class SalvagedFindings {
  readonly #database: DatabaseSync;
  readonly #store: FindingStore;
  readonly #addKind;
  readonly #addBlock;
  readonly #addFormer;

  constructor(database: DatabaseSync, store: FindingStore) {
    this.#database = database;
    this.#store = store;
    database.exec(`
      CREATE TABLE salvaged_kinds (id INTEGER PRIMARY KEY, rule TEXT, severity TEXT, path TEXT, message TEXT, value TEXT);
      CREATE TABLE salvaged_blocks (id INTEGER PRIMARY KEY, list INTEGER, content BLOB);
      CREATE TABLE listed_findings (
        id INTEGER PRIMARY KEY, list INTEGER, line INTEGER, rule TEXT, severity TEXT, path TEXT, message TEXT
      );`);
    this.#addKind = database.prepare('INSERT OR REPLACE INTO salvaged_kinds VALUES (?, ?, ?, ?, ?, ?)');
    this.#addBlock = database.prepare('INSERT OR REPLACE INTO salvaged_blocks VALUES (?, ?, ?)');
    this.#addFormer = database.prepare('INSERT OR REPLACE INTO listed_findings VALUES (?, ?, ?, ?, ?, ?, ?)');
  }

  addKind(id: number, { rule, severity, path, message, value }: FindingKind): void {
    this.#addKind.run(id, rule, severity, path, packed(message), value ?? null);
  }

  addBlock(id: number, list: number, content: Uint8Array): void {
    this.#addBlock.run(id, list, content);
  }

  /** A finding as an earlier version has stored it. */
  addFormer(id: number, list: number, { line, rule, severity, path, message }: Finding): void {
    this.#addFormer.run(id, list, line, rule, severity, path, packed(message));
  }

  /** Stores what there is. Findings whose kind is lost are lost with it. */
  finish(): void {
    this.#store.carryOver();
    const blocks = this.#database.prepare('SELECT list, content FROM salvaged_blocks ORDER BY id').iterate();
    for (const block of blocks) {
      const { list, content } = blockRow.parse(block);
      const rows = FindingRows.read(content);
      if (rows !== undefined) this.#store.addToList(list, this.#withKinds(rows));
    }
    this.#database.exec('DROP TABLE salvaged_kinds; DROP TABLE salvaged_blocks;');
  }

  #withKinds(rows: FindingRows): PackedFindings {
    const get = this.#database.prepare('SELECT rule, severity, path, message, value FROM salvaged_kinds WHERE id = ?');
    const kinds: FindingKind[] = [];
    const places = new Map<number, number>();
    for (const id of new Set(rows.patterns().flatMap((pattern) => [...pattern]))) {
      const row = get.get(id);
      if (row === undefined) continue;
      const { value, ...kind } = kindRow.parse(row);
      places.set(id, kinds.length);
      kinds.push({ ...kind, ...(value !== null && { value }) });
    }
    return new PackedFindings(
      kinds,
      rows.without((id) => !places.has(id)).moved((id) => places.get(id) ?? 0, 0),
    );
  }
}
