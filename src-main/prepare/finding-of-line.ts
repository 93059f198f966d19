/** @file From a complaint of the check about a line that a row became back to the cell of the row. Pure. */

import { pathWhereIncoming } from '../../src-shared/template-direction.ts';
import type { Template } from '../../src-shared/template-shapes.ts';
import { shorten } from '../check/findings/finding.ts';
import { RowFaults } from '../templates/cell-fault.ts';
import { incomingRow } from '../templates/direction.ts';
import { originOfField } from '../templates/origin-of-field.ts';
import { RowCells, type TextOfRow } from '../templates/row-cells.ts';
import type { PieceTools } from './prepared-piece.ts';

const SHOWN_CELL = 200;

/** @param columns of the table */
export function findingOfLine(template: Template, columns: readonly string[]): PieceTools['findingOf'] {
  const cells = new RowCells(columns);
  const isIncoming = incomingRow(template.direction, { cells, faults: new RowFaults() });
  const origins = new Map<string, { column?: string; cell: TextOfRow }>();
  const originOf = (path: string) => {
    const known = origins.get(path);
    if (known !== undefined) return known;
    const [column] = originOfField(template, path, false);
    const origin = column === undefined ? { cell: () => '' } : { column, cell: cells.cell(column) };
    origins.set(path, origin);
    return origin;
  };
  return (row, { path: written, rule, severity, message }) => {
    const path = isIncoming?.(row) === true ? pathWhereIncoming(written, template.direction) : written;
    const { column, cell } = originOf(path);
    return {
      row: row.number,
      rule,
      severity,
      message,
      ...(path !== '' && { field: path }),
      ...(column !== undefined && { column, cell: shorten(cell(row), SHOWN_CELL) }),
    };
  };
}
