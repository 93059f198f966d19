/**
 * @file What stands around the rows of XML and JSON: the account of a statement, the time of an export. Each row has as
 * columns what stands before the first row; what comes behind it is not known when the rows are written. Pure.
 */

import { type Fact, fact } from '../../src-shared/languages/fact.ts';
import { most } from './bounds.ts';
import type { Table } from './rows.ts';

export type AroundCell = readonly [column: string, cell: string];

export interface AroundFacts {
  hasBehind: boolean;
  isTooMuch: boolean;
}

/** A table, and full sentences about it for a clerk. */
export interface NotedTable {
  table: Table;
  notes: Fact[];
}

/** The name of the column, apart from those of the rows themselves. */
export function aroundColumn(path: string, ownColumns: ReadonlySet<string>): string {
  return ownColumns.has(path) ? `/${path}` : path;
}

/** Full sentences for a clerk. */
export function aroundNotes({ hasBehind, isTooMuch }: AroundFacts): Fact[] {
  return [
    ...(hasBehind
      ? [fact('Values that stand behind the rows are not read: each row has only those that stand before them.')]
      : []),
    ...(isTooMuch
      ? [
          fact(
            'What stands before the rows is not read: it is broken, or more than each row can repeat ({values, number} values or {kilobytes, number} kB).',
            { values: most.valuesBeforeRows, kilobytes: most.charactersBeforeRows / 1024 },
          ),
        ]
      : []),
  ];
}
