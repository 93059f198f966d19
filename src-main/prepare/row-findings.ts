/**
 * @file What is wrong with rows, one by one, and gathered by kinds: the same rule, field and column. In each way in which an export
 * does not agree with itself, it is a kind of its own. Runs on any thread.
 */

import type { FindingKind } from '../../src-shared/contract.ts';
import type { Said } from '../../src-shared/languages/fact.ts';

/** What a table is called in a finding. */
export interface TableNames {
  source: string;
  table: string;
}

/** What is wrong with a cell, or with a row as a whole; for an error, the row is refused. */
export interface RowFinding {
  row: number;
  column?: string;
  /** As written, shortened. */
  cell?: string;
  /** The dotted path of the field that it would become, or became. */
  field?: string;
  rule: string;
  severity: FindingKind['severity'];
  /** One full sentence for a clerk. */
  message: Said;
}

/** Findings of one kind within some rows of one table. */
export interface KindOfRows extends Omit<RowFinding, 'row' | 'cell'> {
  rows: number;
  cells: Map<string, number>;
  areAllCells: boolean;
  /** Numbers of the first rows. */
  first: number[];
}

/** Cells of a kind that are shown, and rows. */
const SHOWN_CELLS = 20;
const SHOWN_ROWS = 5;
/** Different cells of a kind that are counted: an export may have a million. */
const MOST_CELLS = 1000;

/** Gathers the findings of rows, one row after the other. */
export class KindsOfRows {
  readonly #kinds = new Map<string, KindOfRows & { last: number }>();

  add({ row, cell, ...finding }: RowFinding): void {
    const key = keyAmong(this.#kinds, finding);
    let kind = this.#kinds.get(key);
    if (kind === undefined) {
      kind = { ...finding, rows: 0, cells: new Map(), areAllCells: true, first: [], last: -1 };
      this.#kinds.set(key, kind);
    }
    if (kind.last === row) return;
    kind.last = row;
    kind.rows += 1;
    if (kind.first.length < SHOWN_ROWS) kind.first.push(row);
    if (cell !== undefined) addCell(kind, cell, 1);
  }

  take(): KindOfRows[] {
    return [...this.#kinds.values()].map(({ last: _, ...kind }) => kind);
  }
}

/** The kinds of all tables together. */
export class KindsOfPreparation {
  readonly #kinds = new Map<string, Omit<KindOfRows, 'first'> & Pick<FindingKind, 'first'>>();

  add(names: TableNames, kinds: readonly KindOfRows[]): void {
    for (const { first, cells, ...part } of kinds) {
      const key = keyAmong(this.#kinds, part);
      const kind = this.#kinds.get(key) ?? { ...part, rows: 0, cells: new Map<string, number>(), first: [] };
      this.#kinds.set(key, kind);
      kind.rows += part.rows;
      kind.areAllCells &&= part.areAllCells;
      for (const row of first) if (kind.first.length < SHOWN_ROWS) kind.first.push({ ...names, row });
      for (const [cell, rows] of cells) addCell(kind, cell, rows);
    }
  }

  /** Errors before warnings, each with the most rows first. */
  all(): FindingKind[] {
    const all = [...this.#kinds.values()].map(({ cells, areAllCells, ...kind }): FindingKind => {
      const shown = [...cells].map(([cell, rows]) => ({ cell, rows })).sort((one, other) => other.rows - one.rows);
      return { ...kind, cells: shown.slice(0, SHOWN_CELLS), areAllCells: areAllCells && shown.length <= SHOWN_CELLS };
    });
    const place = ({ severity }: FindingKind) => (severity === 'error' ? 0 : 1);
    return all.sort((one, other) => place(one) - place(other) || other.rows - one.rows);
  }
}

function addCell(kind: Pick<KindOfRows, 'cells' | 'areAllCells'>, cell: string, rows: number): void {
  const before = kind.cells.get(cell);
  if (before === undefined && kind.cells.size === MOST_CELLS) kind.areAllCells = false;
  else kind.cells.set(cell, (before ?? 0) + rows);
}

/** From so many kinds on, what is left of those that an export may have without end is one kind. */
const MOST_OWN_KINDS = 100;

function keyAmong(
  known: ReadonlyMap<string, unknown>,
  { severity, rule, field = '', column = '', message }: Omit<RowFinding, 'row' | 'cell'>,
): string {
  const own = rule === 'file.disagrees' ? JSON.stringify([severity, rule, message]) : undefined;
  if (own !== undefined && (known.has(own) || known.size < MOST_OWN_KINDS)) return own;
  return JSON.stringify([severity, rule, field, column]);
}
