/** @file How rows look as transactions, and what the mapping and the check find in them, before anything is written. Pure. */

import type { Said } from '../../src-shared/languages/fact.ts';
import type { Template } from '../../src-shared/template-shapes.ts';
import type { Severity } from '../check/findings/finding.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import { checkTransaction } from '../check/transaction-check.ts';
import type { Row } from '../exports/rows.ts';
import { RowFaults } from './cell-fault.ts';
import { incomingRow } from './direction.ts';
import { originOfField } from './origin-of-field.ts';
import { RowCells } from './row-cells.ts';
import { rowMapper } from './row-mapper.ts';

/** A finding of the mapping or of the check, with the columns that lead to it. */
export interface PreviewFinding {
  rule: string;
  severity: Severity;
  /** Dotted path of the field; empty for the transaction as a whole. */
  path: string;
  /** One full sentence for a clerk. */
  message: Said;
  columns: readonly string[];
}

export interface PreviewedRow {
  row: number;
  kind: 'line' | 'left-out' | 'refused';
  /** The transaction as JSON on one line; empty where there is none. */
  json: string;
  findings: readonly PreviewFinding[];
}

/**
 * @param template one without `templateProblems`
 * @param now milliseconds since the epoch, to recognise dates in the future
 */
export function previewRows(
  template: Template,
  columns: readonly string[],
  rows: readonly Row[],
  ruleSet: RuleSet,
  now: number,
): PreviewedRow[] {
  const map = rowMapper(template, columns);
  const isIncoming = incomingRow(template.direction, { cells: new RowCells(columns), faults: new RowFaults() });
  return rows.map((row): PreviewedRow => {
    const mapped = map(row);
    if (mapped.kind === 'left-out') return { row: row.number, kind: 'left-out', json: '', findings: [] };
    if (mapped.kind === 'refused') {
      const findings = mapped.faults.map(({ rule, field = '', column, message }): PreviewFinding => {
        return { rule, severity: 'error', path: field, message, columns: column === undefined ? [] : [column] };
      });
      return { row: row.number, kind: 'refused', json: '', findings };
    }
    const findings = checkTransaction(mapped.line, ruleSet, now).map(
      ({ rule, severity, path, message }): PreviewFinding => ({
        rule,
        severity,
        path,
        message,
        columns: originOfField(template, path, isIncoming?.(row) === true),
      }),
    );
    return { row: row.number, kind: 'line', json: mapped.line, findings };
  });
}
