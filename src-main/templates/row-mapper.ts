/** @file A row of an export → a transaction as a line of JSON, or what is wrong with its cells. Pure. */

import type { Role } from '../../src-shared/entity-roles.ts';
import { keyWhereIncoming } from '../../src-shared/template-direction.ts';
import type { Template, Value } from '../../src-shared/template-shapes.ts';
import type { Row } from '../exports/rows.ts';
import { additionalFieldsWriter } from './additional-fields.ts';
import { type CellFault, RowFaults } from './cell-fault.ts';
import { valueKindOf } from './conversions.ts';
import { incomingRow } from './direction.ts';
import { entityWriter } from './entity-writer.ts';
import { kindOfField, mappableFields } from './mappable-fields.ts';
import { isBlank, RowCells } from './row-cells.ts';
import { totalRowFault } from './total-row.ts';
import { type ValueWriter, valueWriter, type Workshop } from './value-writer.ts';
import { FieldNotes, type WrittenFields } from './written-fields.ts';

/** What became of a row. */
export type MappedRow =
  /** One line of the batch file (§2.1), without its newline. `isIncoming`: money comes in, and sender and receiver have changed places. */
  | { kind: 'line'; line: string; fields: WrittenFields; isIncoming?: true }
  /** The template leaves such rows out, or no cell of it is filled. */
  | { kind: 'left-out' }
  | { kind: 'refused'; faults: CellFault[] };

export type RowMapper = (row: Row) => MappedRow;

/** A key of the transaction with what writes its value. */
interface Part {
  first: string;
  next: string;
  write: ValueWriter;
}

/**
 * Compiles a template for a table; the mapper is for rows of that table, one after the other, in any order.
 * @param template one without `templateProblems`; throws RangeError for one that cannot work
 * @param columns of the table; columns of the template that it lacks are taken for empty, or found among `others`
 */
export function rowMapper(template: Template, columns: readonly string[]): RowMapper {
  const faults = new RowFaults();
  const cells = new RowCells(columns);
  const fields = new Map(Object.entries(template.fields));
  const workshop: Workshop = { template, cells, faults, currencyOf: (path) => currencies.get(path) };
  const currencies = currencyWriters(fields, workshop);
  const leavesOut = template.leaveOutRows.map((condition) => cells.condition(condition));
  const takesTotals = template.totalRows === 'take';
  const notes = new FieldNotes();
  const isIncoming = incomingRow(template.direction, workshop);
  const ofOutgoing = partsOf(template, columns, fields, workshop, notes);
  const placed = (key: string) => keyWhereIncoming(key, template.direction);
  const ofIncoming = isIncoming && partsOf(template, columns, fields, workshop, notes, placed);

  return (row) => {
    if (leavesOut.some((holds) => holds(row)) || isEmptyRow(row)) return { kind: 'left-out' };
    const total = takesTotals ? undefined : totalRowFault(row, columns);
    if (total !== undefined) return { kind: 'refused', faults: [total] };
    const isIn = isIncoming?.(row) === true;
    const parts = isIn ? (ofIncoming ?? []) : ofOutgoing;
    let inner = '';
    notes.begin();
    for (const { first, next, write } of parts) {
      const json = write(row);
      if (json !== '') inner += (inner === '' ? first : next) + json;
    }
    return faults.count > 0
      ? { kind: 'refused', faults: faults.take() }
      : {
          kind: 'line',
          line: `${inner === '' ? '{' : inner}}`,
          fields: notes.take(),
          ...(isIn && { isIncoming: true }),
        };
  };
}

function isEmptyRow({ cells, others = [] }: Row): boolean {
  return cells.every((cell) => cell === undefined || isBlank(cell)) && others.every(([, cell]) => isBlank(cell));
}

/** The currency that belongs to each amount, for amounts that have it in their cell as well. */
function currencyWriters(fields: ReadonlyMap<string, Value>, workshop: Workshop): ReadonlyMap<string, ValueWriter> {
  const writers = new Map<string, ValueWriter>();
  // Faults of the currency are collected where it is written itself.
  const faults = new RowFaults();
  for (const which of ['', 'monitoring_', 'original_']) {
    const path = `modification.${which}currency`;
    const value = fields.get(path);
    if (value === undefined) continue;
    const write = valueWriter(path, () => 'code', value, { ...workshop, faults });
    writers.set(`modification.${which}amount`, (row) => {
      const json = write(row);
      faults.take();
      return json;
    });
  }
  return writers;
}

/** In the order of the field table, additional_fields last. @param placed the key whose fields make another, where they change places */
function partsOf(
  template: Template,
  columns: readonly string[],
  fields: ReadonlyMap<string, Value>,
  workshop: Workshop,
  notes: FieldNotes,
  placed = (key: string) => key,
): Part[] {
  const parts: Part[] = [];
  const add = (key: string, write: ValueWriter | undefined) => {
    if (write !== undefined) parts.push({ first: `{"${key}":`, next: `,"${key}":`, write });
  };
  for (const key of new Set(mappableFields.map((path) => path.split('.', 1)[0] ?? path))) {
    const own = placed(key);
    if (isRole(own)) add(key, entityWriter(own, fields, template.entities[own]?.knownWhen, workshop));
    else if (key === 'modification') add(key, objectWriter(key, fields, workshop, notes));
    else add(key, fieldWriter(own, fields, workshop, notes, key));
  }
  add('additional_fields', additionalFieldsWriter(template, columns, workshop));
  return parts;
}

/** By the field table: with the roles of the template's schema, zod would come into every thread. */
function isRole(key: string): key is Role {
  return kindOfField(`${key}.by_external_id`) !== undefined;
}

/** @param written the path at which it stands in the transaction */
function fieldWriter(
  path: string,
  fields: ReadonlyMap<string, Value>,
  workshop: Workshop,
  notes: FieldNotes,
  written = path,
): ValueWriter | undefined {
  const value = fields.get(path);
  const kind = kindOfField(path);
  return value === undefined || kind === undefined
    ? undefined
    : notes.noting(
        written,
        valueWriter(path, () => valueKindOf(kind), value, workshop),
      );
}

/** An object that is written as soon as one of its fields has a value. */
function objectWriter(
  key: string,
  fields: ReadonlyMap<string, Value>,
  workshop: Workshop,
  notes: FieldNotes,
): ValueWriter | undefined {
  const inside = mappableFields.filter((path) => path.startsWith(`${key}.`));
  const parts = inside.flatMap((path): Part[] => {
    const write = fieldWriter(path, fields, workshop, notes);
    const name = path.slice(key.length + 1);
    return write === undefined ? [] : [{ first: `{"${name}":`, next: `,"${name}":`, write }];
  });
  if (parts.length === 0) return undefined;
  return (row) => {
    let inner = '';
    for (const { first, next, write } of parts) {
      const json = write(row);
      if (json !== '') inner += (inner === '' ? first : next) + json;
    }
    return inner === '' ? '' : `${inner}}`;
  };
}
