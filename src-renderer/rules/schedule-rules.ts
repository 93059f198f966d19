/** @file Finds the rules in a schedule, independent of its column names. Pure. */

import type { TextTable } from '../service-reply/table-order.ts';

export interface ScheduledRule {
  id: string;
  /** The rule's name; empty when the schedule has none. */
  name: string;
}

/** From the likeliest column to the least likely one. */
const idColumns = [/^rule[_\s-]?id$/i, /^id$/i, /^rule$/i, /rule.*id/i, /id$/i, /rule/i];
const nameColumns = [/^rule[_\s-]?name$/i, /^name$/i, /title/i, /name/i, /description/i];

/** The rules in the schedule; empty when nothing in it looks like a rule. */
export function scheduledRules(table: TextTable | undefined): ScheduledRule[] {
  if (table === undefined) return [];
  const idColumn = columnLike(idColumns, table.columns);
  if (idColumn === -1) return [];
  const nameColumn = columnLike(nameColumns, table.columns);
  const names = new Map(table.rows.map((row) => [row[idColumn] ?? '', row[nameColumn] ?? '']));
  names.delete('');
  return [...names].map(([id, name]) => ({ id, name: name === id ? '' : name }));
}

function columnLike(patterns: readonly RegExp[], columns: readonly string[]): number {
  for (const pattern of patterns) {
    const found = columns.findIndex((column) => pattern.test(column));
    if (found !== -1) return found;
  }
  return -1;
}
