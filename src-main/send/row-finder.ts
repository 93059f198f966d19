/** @file Finds which row of which export a line of a prepared file was. */

import type { RowPlace } from '../../src-shared/row-place.ts';
import { RowMap } from '../exports/row-map.ts';
import { originOfField } from '../templates/origin-of-field.ts';
import type { SubmissionId } from './batch.ts';
import { originOf } from './correction/line-origin.ts';
import type { RowOrigins } from './row-origins.ts';
import type { QueueStore } from './storage/store.ts';

/** Finds the rows of the lines of a submission, also of one that corrects a prepared one. */
export class RowFinder {
  readonly #store: Pick<QueueStore, 'submission' | 'lines'>;
  readonly #known = new Map<SubmissionId, { origins: RowOrigins; map: RowMap } | undefined>();

  constructor(store: Pick<QueueStore, 'submission' | 'lines'>) {
    this.#store = store;
  }

  /** Undefined where the file was not prepared, and where the row is not known. */
  rowOf(submission: SubmissionId, line: number): RowPlace | undefined {
    const place = this.#placeOf(submission, line);
    const known = this.#originsOf(place.submission);
    const origin = known?.map.originOf(place.line);
    const names = origin && known?.origins.tables[origin.table];
    return names && origin && { ...names, row: origin.row };
  }

  /** The columns of the export that a field was made of, the first one first. */
  columnsOf(submission: SubmissionId, path: string): readonly string[] {
    const known = this.#originsOf(this.#placeOf(submission, 1).submission);
    return known === undefined ? [] : originOfField(known.origins.template, path);
  }

  #placeOf(submission: SubmissionId, line: number): { submission: SubmissionId; line: number } {
    return originOf(this.#store, { submission, line }) ?? { submission, line };
  }

  #originsOf(submission: SubmissionId) {
    if (!this.#known.has(submission)) {
      const origins = this.#store.lines.rowOrigins(submission);
      const map = origins && RowMap.parse(origins.rows);
      this.#known.set(submission, origins && map && { origins, map });
    }
    return this.#known.get(submission);
  }
}
