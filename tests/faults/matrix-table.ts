/** @file The matrix as a table: a row for each fault, a column for each moment. */

import Table from 'cli-table3';
import { type Moment, moments } from './moments.ts';

export class MatrixTable {
  readonly #rows = new Map<string, Map<Moment, string>>();

  note(fault: string, moment: Moment, mark: string): void {
    const row = this.#rows.get(fault) ?? new Map<Moment, string>();
    this.#rows.set(fault, row.set(moment, mark));
  }

  /** Notes whether it worked out, and how long it took. */
  async noteOutcome(fault: string, moment: Moment, work: () => Promise<void>): Promise<void> {
    const began = performance.now();
    this.note(fault, moment, 'FAILED');
    await work();
    this.note(fault, moment, `✓ ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }

  toString(): string {
    const table = new Table({ head: ['', ...moments], style: { head: [], border: [], compact: true }, wordWrap: true });
    for (const [fault, row] of this.#rows) table.push([fault, ...moments.map((moment) => row.get(moment) ?? '')]);
    return table.toString();
  }
}
