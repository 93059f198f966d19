/** @file Columns that come only after the beginning of an export, and of which the template takes nothing: told, since they are left out. Pure. */

import { fact, type Said } from '../../src-shared/languages/fact.ts';
import type { Template } from '../../src-shared/template-shapes.ts';
import { shorten, shown } from '../check/findings/finding.ts';
import type { Row } from '../exports/rows.ts';
import { isBlank } from './row-cells.ts';
import { namedColumns } from './used-columns.ts';

const SHOWN_CELL = 200;

export interface LateColumn {
  row: number;
  column: string;
  cell: string;
  rule: 'row.late-column';
  severity: 'warning';
  /** Full sentences for a clerk. */
  message: Said;
}

/** What of a row is left out because its column was not known when the template was made. */
export function lateColumnsOf(template: Template): (row: Row) => LateColumn[] {
  if (template.otherColumns === 'additional-fields') return () => [];
  const named = namedColumns(template);
  return ({ number: row, others = [] }) =>
    others.flatMap(([column, cell]) => {
      if (named.has(column) || isBlank(cell)) return [];
      const message = fact(
        '{column} comes only further down in the export, and the template takes nothing of it. Let a field come from it, or other columns become additional fields.',
        { column: shown(column) },
      );
      return [{ row, column, cell: shorten(cell, SHOWN_CELL), rule: 'row.late-column', severity: 'warning', message }];
    });
}
