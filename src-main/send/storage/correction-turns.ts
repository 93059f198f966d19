/**
 * @file What a person has decided about the faults of a checked file, until the corrected file is made. It belongs to the content that was
 * checked, as line-edits.ts says of what was corrected by hand.
 */

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type Turn, turnsSchema } from '../../../src-shared/correction-shapes.ts';
import type { SubmissionId } from '../batch.ts';
import { guarded } from './database.ts';
import type { CheckedContent } from './line-edits.ts';

const turnsRow = z.object({ turns: z.string() });

export class CorrectionTurns {
  readonly #database: DatabaseSync;
  readonly #path: string;

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
  }

  /** Whether there are any, whatever the file is now. */
  has(id: SubmissionId): boolean {
    const sql = 'SELECT 1 FROM correction_turns WHERE submission = ?';
    return this.#run((database) => database.prepare(sql).get(id)) !== undefined;
  }

  /** In the order in which they were taken; none where the file is another one since. */
  of({ id, sha256 }: CheckedContent): Turn[] {
    const row = this.#run((database) =>
      database.prepare('SELECT turns FROM correction_turns WHERE submission = ? AND content = ?').get(id, sha256),
    );
    const kept = turnsRow.safeParse(row).data;
    return kept === undefined ? [] : (turnsSchema.safeParse(JSON.parse(kept.turns)).data ?? []);
  }

  /** In the place of those of before. */
  keep({ id, sha256 }: CheckedContent, turns: readonly Turn[]): void {
    this.#run((database) =>
      database
        .prepare('INSERT OR REPLACE INTO correction_turns (submission, content, turns) VALUES (?, ?, ?)')
        .run(id, sha256, JSON.stringify(turns)),
    );
  }

  forget(id: SubmissionId): void {
    this.#run((database) => database.prepare('DELETE FROM correction_turns WHERE submission = ?').run(id));
  }

  #run<Result>(work: (database: DatabaseSync) => Result): Result {
    return guarded(this.#path, () => work(this.#database));
  }
}
