/** @file The object of additional_fields, compiled from the template: its own fields first, then other columns. Pure. */

import type { Template } from '../../src-shared/template-shapes.ts';
import type { Row } from '../exports/rows.ts';
import { jsonString } from './json-string.ts';
import { isBlank } from './row-cells.ts';
import { usedColumns } from './used-columns.ts';
import { type ValueWriter, valueWriter, type Workshop } from './value-writer.ts';

/** Writes the object; undefined where the template has nothing for it. */
export function additionalFieldsWriter(
  template: Template,
  columns: readonly string[],
  workshop: Workshop,
): ValueWriter | undefined {
  // By name, because the digest of a template does not depend on the order of its keys, and so the bytes may not.
  const names = Object.keys(template.additionalFields).toSorted();
  const own = names.flatMap((name) => {
    const value = template.additionalFields[name];
    if (value === undefined) return [];
    const write = valueWriter(`additional_fields.${name}`, ({ type = 'text' }) => type, value, workshop);
    return [{ prefix: `${JSON.stringify(name)}:`, write }];
  });
  const takesOthers = template.otherColumns === 'additional-fields';
  const taken = new Set(Object.keys(template.additionalFields));
  const used = usedColumns(template);
  const others = (takesOthers ? otherColumns(columns, used, taken) : []).map(({ name, place }) => ({
    prefix: `${JSON.stringify(name)}:`,
    place,
  }));
  if (own.length === 0 && !takesOthers) return undefined;

  return (row) => {
    let inner = '';
    for (const { prefix, write } of own) {
      const json = write(row);
      if (json !== '') inner += (inner === '' ? prefix : `,${prefix}`) + json;
    }
    for (const { prefix, place } of others) {
      const cell = row.cells[place];
      if (cell === undefined || isBlank(cell)) continue;
      inner += (inner === '' ? prefix : `,${prefix}`) + jsonString(cell);
    }
    if (takesOthers && row.others !== undefined) {
      const late = lateFields(row, used, taken);
      if (late !== '') inner += inner === '' ? late : `,${late}`;
    }
    return inner === '' ? '' : `{${inner}}`;
  };
}

/** Columns that no field uses, and the keys that they get; `taken` grows by these, so that none comes twice. */
export function otherColumns(
  columns: readonly string[],
  used: ReadonlySet<string>,
  taken: Set<string>,
): { name: string; place: number }[] {
  return columns.flatMap((column, place) => {
    if (used.has(column) && columns.indexOf(column) === place) return [];
    const name = freeName(column === '' ? `column ${place + 1}` : column, taken);
    return [{ name, place }];
  });
}

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted} (${number})`;
  taken.add(name);
  return name;
}

/** Cells of columns that the table came to know late. */
function lateFields(row: Row, used: ReadonlySet<string>, taken: ReadonlySet<string>): string {
  const fields = new Map<string, string>();
  for (const [column, cell] of row.others ?? []) {
    if (!used.has(column) && !taken.has(column) && !isBlank(cell)) fields.set(column, cell);
  }
  return [...fields].map(([column, cell]) => `${JSON.stringify(column)}:${jsonString(cell)}`).join();
}
