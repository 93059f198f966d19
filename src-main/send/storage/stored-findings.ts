/** @file The findings of the checks of submissions, as the queue keeps them: what SQLite throws becomes an AppError. */

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Finding } from '../../check/findings/finding.ts';
import type { GroupPage } from '../../check/findings/finding-groups.ts';
import { type FindingFilter, FindingStore } from '../../check/findings/finding-store.ts';
import type { PackedFindings } from '../../check/findings/packed-findings.ts';
import { batchSchema, type SubmissionId } from '../batch.ts';
import { guarded, toStorageError } from './database.ts';

const removedRow = z.object({ id: batchSchema.shape.submission });

export class StoredFindings {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #findings: FindingStore;

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
    this.#findings = guarded(path, () => new FindingStore(database));
  }

  add(submission: SubmissionId, findings: PackedFindings | Iterable<Finding>): void {
    guarded(this.#path, () => this.#findings.add(submission, findings));
  }

  /** The findings of a submission's check that pass the filter, in line order. */
  all(submission: SubmissionId, filter: FindingFilter = {}): Iterable<Finding> {
    return this.#findings.iterate(submission, filter);
  }

  /** The findings on the lines from `first` to `last`, in line order. */
  between(submission: SubmissionId, first: number, last: number): Iterable<Finding> {
    return this.#findings.between(submission, first, last);
  }

  /** At most `limit` findings that pass the filter, from position `offset` (counted from 0) among them. */
  slice(submission: SubmissionId, offset: number, limit: number, filter: FindingFilter): Finding[] {
    return guarded(this.#path, () => this.#findings.slice(submission, offset, limit, filter));
  }

  /** How many findings that pass the filter there are before a line, or in all. */
  countBefore(submission: SubmissionId, line: number | undefined, filter: FindingFilter): number {
    const all = Number.POSITIVE_INFINITY;
    return guarded(this.#path, () => this.#findings.countBefore(submission, line ?? all, filter));
  }

  /** Counts in advance, a little at a time, what a text or a group asks for. Rejects with the signal's reason. */
  async prepare(submission: SubmissionId, filter: FindingFilter, signal: AbortSignal): Promise<void> {
    try {
      await this.#findings.prepare(submission, filter, signal);
    } catch (thrown) {
      throw toStorageError(this.#path, thrown);
    }
  }

  /** A page of the groups of findings that pass the filter, the most frequent first. Rejects with the signal's reason. */
  async groups(
    submission: SubmissionId,
    filter: FindingFilter,
    part: { offset: number; limit: number },
    signal: AbortSignal,
  ): Promise<GroupPage> {
    try {
      return await this.#findings.groups(submission, filter, part, signal);
    } catch (thrown) {
      throw toStorageError(this.#path, thrown);
    }
  }

  /** The findings in one line, at most `limit`, in the order found. */
  ofLine(submission: SubmissionId, line: number, limit: number, filter: FindingFilter = {}): Finding[] {
    return guarded(this.#path, () => [...this.#findings.between(submission, line, line, filter).take(limit)]);
  }

  /** The nearest line before or after this one that has a finding of this severity. */
  nearestLine(...asked: Parameters<FindingStore['nearestLine']>): number | undefined {
    return guarded(this.#path, () => this.#findings.nearestLine(...asked));
  }

  /** Detaches the findings of the last check, at once; `sweep` removes their rows later. */
  clear(submission: SubmissionId): void {
    guarded(this.#path, () => this.#findings.delete(submission));
  }

  /** Removes the rows of cleared findings, a few at a time. Returns early, without an error, when the signal aborts. */
  async sweep(signal: AbortSignal): Promise<void> {
    try {
      await this.#findings.sweep(signal);
    } catch (thrown) {
      if (!signal.aborted) throw toStorageError(this.#path, thrown);
    }
  }

  /** The submissions that were removed before this time and still have findings. */
  ownersRemovedBefore(time: number): SubmissionId[] {
    const sql = `SELECT submissions.id FROM submissions JOIN finding_lists ON owner = submissions.id
      WHERE json_extract(document, '$.removedAt') < ?`;
    return guarded(this.#path, () => this.#database.prepare(sql).all(time)).map((row) => removedRow.parse(row).id);
  }
}
