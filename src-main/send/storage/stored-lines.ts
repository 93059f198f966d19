/** @file Where the lines of checked files begin, and from where those of corrected and prepared files come. */

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { LineIndex } from '../../check/line-index.ts';
import { lineIndexSchema } from '../../check/line-index-schema.ts';
import { LineMap } from '../../fixing/line-map.ts';
import { LineSet } from '../../ground/line-set.ts';
import { Statements } from '../../ground/prepared-statements.ts';
import type { BatchNumber, SubmissionId } from '../batch.ts';
import { type RowOrigins, rowOriginsSchema } from '../row-origins.ts';
import { guarded } from './database.ts';
import { documentRow, readDocuments } from './documents.ts';

const namedRow = z.object({ lines: z.instanceof(Uint8Array) });

export class StoredLines {
  readonly #database: DatabaseSync;
  readonly #path: string;

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
  }

  /** The positions of the lines of a checked file; undefined when they are not stored. */
  index(submission: SubmissionId): LineIndex | undefined {
    const source = { database: this.#database, path: this.#path };
    return readDocuments(source, lineIndexSchema, select('line_indexes'), submission)[0];
  }

  saveIndex(submission: SubmissionId, index: LineIndex): void {
    this.#save('line_indexes', submission, JSON.stringify(index));
  }

  /** Which line of the submission that it corrects each of its lines was; undefined where it corrects none. */
  map(submission: SubmissionId): LineMap | undefined {
    const row = guarded(this.#path, () => this.#database.prepare(select('line_maps')).get(submission));
    return row === undefined ? undefined : LineMap.parse(documentRow.parse(row).document);
  }

  /** @param lineMap as text */
  saveMap(submission: SubmissionId, lineMap: string): void {
    this.#save('line_maps', submission, lineMap);
  }

  /** Which rows of exports the lines of a prepared file were; undefined where it was not prepared, or that is not known. */
  rowOrigins(submission: SubmissionId): RowOrigins | undefined {
    const source = { database: this.#database, path: this.#path };
    return readDocuments(source, rowOriginsSchema, select('row_maps'), submission)[0];
  }

  saveRowOrigins(submission: SubmissionId, origins: RowOrigins): void {
    this.#save('row_maps', submission, JSON.stringify(origins));
  }

  /** The lines of a batch, from 1, that its report names as rejected; none where it was not read. */
  named(batch: BatchNumber): LineSet {
    const row = guarded(this.#path, () =>
      this.#database.prepare('SELECT lines FROM named_lines WHERE batch = ?').get(batch),
    );
    return row === undefined ? LineSet.none : LineSet.decode(namedRow.parse(row).lines);
  }

  saveNamed(batch: BatchNumber, lines: LineSet): void {
    const sql = 'INSERT OR REPLACE INTO named_lines (batch, lines) VALUES (?, ?)';
    guarded(this.#path, () => this.#database.prepare(sql).run(batch, lines.encode()));
  }

  #save(table: Table, submission: SubmissionId, document: string): void {
    const sql = `INSERT OR REPLACE INTO ${table} (submission, document) VALUES (?, ?)`;
    guarded(this.#path, () => Statements.of(this.#database).get(sql).run(submission, document));
  }
}

type Table = 'line_indexes' | 'line_maps' | 'row_maps';

function select(table: Table): string {
  return `SELECT document FROM ${table} WHERE submission = ?`;
}
