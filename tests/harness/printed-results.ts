/** @file How trials and measurements print what they found. */

import Table from 'cli-table3';

/** @param head none, if it is empty */
export function printTable(head: readonly string[], rows: readonly Table.HorizontalTableRow[]): void {
  const table = new Table({ head: [...head], style: { head: [], border: [], compact: true } });
  table.push(...rows);
  console.log(table.toString());
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}
