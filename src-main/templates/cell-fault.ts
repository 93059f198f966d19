/** @file What is wrong with a row that cannot become a transaction, down to its cell. */

import type { Said } from '../../src-shared/languages/fact.ts';
import { shorten } from '../check/findings/finding.ts';

/** Every rule of the mapping. */
export const mappingRules = [
  'map.number',
  'map.date',
  'map.uuid',
  'map.identifier',
  'map.value',
  'map.empty',
  'map.type',
  'map.entity',
  'map.direction',
  'row.total',
] as const;
export type MappingRule = (typeof mappingRules)[number];

export interface CellFault {
  /** The number of the row, as `Row.number`. */
  row: number;
  /** The column that the cell is in; undefined where the fault is none of one column. */
  column?: string;
  /** The cell as written, shortened. */
  cell?: string;
  /** Dotted path of the field that it would have become. */
  field?: string;
  rule: MappingRule;
  /** One full sentence for a clerk, and another with what to do where it helps. */
  message: Said;
}

/** Collects the faults of one row after the other. */
export class RowFaults {
  #faults: CellFault[] = [];

  get count(): number {
    return this.#faults.length;
  }

  /** @param cell the whole cell; it is kept shortened */
  add(fault: CellFault): void {
    this.#faults.push(fault.cell === undefined ? fault : { ...fault, cell: shorten(fault.cell, 200) });
  }

  /** What was collected since the last call. */
  take(): CellFault[] {
    const faults = this.#faults;
    this.#faults = [];
    return faults;
  }
}
