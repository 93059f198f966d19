/**
 * @file What a person corrected by hand in the lines of a checked file, until the corrected file is made. An edit belongs to
 * the content that was checked (its SHA-256), not to the submission alone: once the file is another one, the line with that
 * number is another line.
 */

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { EditedLine, LineEdit } from '../../../src-shared/contract.ts';
import { AppError } from '../../../src-shared/errors.ts';
import type { SubmissionId } from '../batch.ts';
import { guarded, inTransaction } from './database.ts';

/** More is not done by hand, and makes a draft slow to load. */
const LIMITS = { lines: 10_000, bytes: 50_000_000 };
const READ_AT_ONCE = 500;

/** A checked file. */
export interface CheckedContent {
  id: SubmissionId;
  /** Of the bytes that were checked. */
  sha256: string;
}

const listedRow = z.object({ line: z.int(), isReplaced: z.int(), isExplained: z.int() });
const editRow = z.object({
  line: z.int(),
  text: z.string().nullable(),
  reason: z.string().nullable(),
  copyOf: z.int().nullable(),
});
const EDIT = 'line, text, reason, copy_of AS copyOf';
const figuresRow = z.object({ count: z.int(), bytes: z.int() });

export class LineEdits {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #limits: typeof LIMITS;

  /** @param limits of the edits of one submission */
  constructor(database: DatabaseSync, path: string, limits = LIMITS) {
    this.#database = database;
    this.#path = path;
    this.#limits = limits;
  }

  /** Which lines were edited, in their order. */
  list({ id, sha256 }: CheckedContent): EditedLine[] {
    const sql = `SELECT line, text IS NOT NULL AS isReplaced, reason IS NOT NULL AS isExplained FROM line_edits
      WHERE submission = ? AND content = ? ORDER BY line`;
    return this.#all(sql, id, sha256).map((row) => {
      const { line, isReplaced, isExplained } = listedRow.parse(row);
      if (isReplaced !== 0) return { line, kind: 'replaced' };
      return { line, kind: 'left-out', ...(isExplained === 0 && { isUnexplained: true }) };
    });
  }

  /** Whether there are any, whatever the file is now. */
  has(id: SubmissionId): boolean {
    return this.#all('SELECT 1 FROM line_edits WHERE submission = ? LIMIT 1', id).length > 0;
  }

  count({ id, sha256 }: CheckedContent): number {
    const sql = 'SELECT count(*) AS count FROM line_edits WHERE submission = ? AND content = ?';
    return figuresRow.pick({ count: true }).parse(this.#all(sql, id, sha256)[0]).count;
  }

  /** The edit of one line, if there is one. */
  at({ id, sha256 }: CheckedContent, line: number): LineEdit | undefined {
    const sql = `SELECT ${EDIT} FROM line_edits WHERE submission = ? AND content = ? AND line = ?`;
    return this.#all(sql, id, sha256, line).map(toEdit)[0]?.edit;
  }

  /** All edits in the order of their lines, read in parts, so that the database can be used in between. */
  *iterate({ id, sha256 }: CheckedContent): Generator<{ line: number; edit: LineEdit }> {
    const sql = `SELECT ${EDIT} FROM line_edits WHERE submission = ? AND content = ? AND line > ?
      ORDER BY line LIMIT ${READ_AT_ONCE}`;
    for (let after: number | undefined = 0; after !== undefined; ) {
      const edits: { line: number; edit: LineEdit }[] = this.#all(sql, id, sha256, after).map(toEdit);
      yield* edits;
      after = edits.at(-1)?.line;
    }
  }

  /** Replaces an earlier edit of the line; forgets those of other content. @throws AppError edit.too-many */
  save({ id, sha256 }: CheckedContent, line: number, edit: LineEdit): void {
    const { reason = null } = edit;
    const text = edit.kind === 'replaced' ? edit.text : null;
    const copyOf = (edit.kind === 'left-out' && edit.copyOf) || null;
    this.#write(() => {
      this.#database.prepare('DELETE FROM line_edits WHERE submission = ? AND content <> ?').run(id, sha256);
      this.#database
        .prepare(
          'INSERT OR REPLACE INTO line_edits (submission, line, content, text, reason, copy_of) VALUES (?, ?, ?, ?, ?, ?)',
        )
        .run(id, line, sha256, text, reason, copyOf);
      const sql = 'SELECT count(*) AS count, coalesce(sum(octet_length(text)), 0) AS bytes FROM line_edits';
      const { count, bytes } = figuresRow.parse(this.#database.prepare(`${sql} WHERE submission = ?`).get(id));
      const limits = this.#limits;
      if (count > limits.lines || bytes > limits.bytes) throw new AppError('edit.too-many', limits);
    });
  }

  /** Says why lines are left out, of each of which no one has said it. */
  explain({ id, sha256 }: CheckedContent, reasons: readonly { lines: readonly number[]; reason: string }[]): void {
    const sql = `UPDATE line_edits SET reason = ?
      WHERE submission = ? AND content = ? AND line = ? AND text IS NULL AND reason IS NULL`;
    this.#write(() => {
      const statement = this.#database.prepare(sql);
      for (const { lines, reason } of reasons) for (const line of lines) statement.run(reason, id, sha256, line);
    });
  }

  /** The line counts again as it stands in the file. */
  undo(id: SubmissionId, line: number): void {
    this.#write(() => this.#database.prepare('DELETE FROM line_edits WHERE submission = ? AND line = ?').run(id, line));
  }

  undoAll(id: SubmissionId): void {
    this.#write(() => this.#database.prepare('DELETE FROM line_edits WHERE submission = ?').run(id));
  }

  #all(sql: string, ...values: (number | string)[]) {
    return guarded(this.#path, () => this.#database.prepare(sql).all(...values));
  }

  #write<Result>(work: () => Result): Result {
    return guarded(this.#path, () => inTransaction(this.#database, work));
  }
}

function toEdit(row: unknown): { line: number; edit: LineEdit } {
  const { line, text, reason, copyOf } = editRow.parse(row);
  const why = reason === null ? {} : { reason };
  if (text === null) return { line, edit: { kind: 'left-out', ...why, ...(copyOf !== null && { copyOf }) } };
  return { line, edit: { kind: 'replaced', text, ...why } };
}
