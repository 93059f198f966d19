/**
 * @file An entity in one of its two forms (§2.3), compiled from the template. Pure.
 *
 * | the template and the row                                          | what is written                               |
 * |-------------------------------------------------------------------|-----------------------------------------------|
 * | knownWhen holds                                                   | by_external_id alone; refused without a value |
 * | knownWhen does not hold                                           | the unknown form, without by_external_id      |
 * | no knownWhen, by_external_id has a value                          | by_external_id alone                          |
 * | no knownWhen, by_external_id has none                             | the unknown form                              |
 * | the unknown form, and nothing of it has a value but constants     | no entity: a constant risk alone has no       |
 * |                                                                   | details to add; unless all of it is constant  |
 * | the unknown form, its external_entity_type has no value           | “unknown”, the only one that is described     |
 */

import type { Role } from '../../src-shared/entity-roles.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { columnsOfSource } from '../../src-shared/source-columns.ts';
import type { Condition, Value } from '../../src-shared/template-shapes.ts';
import type { Row } from '../exports/rows.ts';
import { valueKindOf } from './conversions.ts';
import { kindOfField } from './mappable-fields.ts';
import { type ValueWriter, valueWriter, type Workshop } from './value-writer.ts';

/** A field within the entity's form. */
interface Part {
  prefix: string;
  write: ValueWriter;
  isConstant: boolean;
  /** For UUIDs of cells: whether the row has any of these. */
  hasKey: ((row: Row) => boolean) | undefined;
}

const DETAILS = ['external_id', 'full_name', 'risk_assessment'];

/** Writes the object of an entity; empty where the row has none. */
export function entityWriter(
  role: Role,
  fields: ReadonlyMap<string, Value>,
  knownWhen: Condition | undefined,
  workshop: Workshop,
): ValueWriter | undefined {
  const writerOf = (path: string) => {
    const value = fields.get(path);
    const kind = kindOfField(path);
    if (value === undefined || kind === undefined) return undefined;
    return valueWriter(path, () => valueKindOf(kind), value, workshop);
  };
  const id = writerOf(`${role}.by_external_id`);
  const type = writerOf(`${role}.external_entity_type`);
  const details = DETAILS.flatMap((key): Part[] => {
    const path = `${role}.unknown.${key}`;
    const value = fields.get(path);
    const write = writerOf(path);
    return value === undefined || write === undefined ? [] : [partOf(key, value, write, workshop)];
  });
  if (id === undefined && type === undefined && details.length === 0) return undefined;

  const isAllConstant = details.every((part) => part.isConstant);
  const known: ValueWriter = (row) => {
    const json = id?.(row) ?? '';
    return json === '' ? '' : `{"by_external_id":${json}}`;
  };
  const unknown: ValueWriter = (row) => {
    const inner = detailsOf(details, isAllConstant, row);
    if (inner === '') return '';
    const typeJson = type?.(row) ?? '';
    return `{"external_entity_type":${typeJson === '' ? '"unknown"' : typeJson},"unknown":{${inner}}}`;
  };
  if (knownWhen === undefined) {
    return (row) => {
      const form = known(row);
      return form === '' ? unknown(row) : form;
    };
  }
  const isKnown = workshop.cells.condition(knownWhen);
  const message = fact('The {role} is a known entity here, but by_external_id has no value.', {
    role: role.replace('_', ' '),
  });
  return (row) => {
    if (!isKnown(row)) return unknown(row);
    const before = workshop.faults.count;
    const form = known(row);
    if (form === '' && workshop.faults.count === before) {
      workshop.faults.add({ row: row.number, field: `${role}.by_external_id`, rule: 'map.entity', message });
    }
    return form;
  };
}

function partOf(key: string, value: Value, write: ValueWriter, { cells }: Workshop): Part {
  const plain = 'alternatives' in value ? value.alternatives.map((one) => one.value) : [value];
  const isConstant = plain.every(({ source }) => source.from === 'constant');
  const keys = plain.flatMap(({ source }) => (source.from === 'uuid' ? columnsOfSource(source) : []));
  const filled = keys.map((column) => cells.condition({ column, test: 'filled' }));
  const hasKey = filled.length === 0 ? undefined : (row: Row) => filled.some((isFilled) => isFilled(row));
  return { prefix: `"${key}":`, write, isConstant, hasKey };
}

/** The inner part of the object; empty where only constants, or nothing, would be in it. */
function detailsOf(parts: readonly Part[], isAllConstant: boolean, row: Row): string {
  let isPresent = isAllConstant;
  const written: string[] = [];
  for (const { isConstant, hasKey, write } of parts) {
    const json = hasKey === undefined ? write(row) : '';
    isPresent ||= hasKey?.(row) ?? (!isConstant && json !== '');
    written.push(json);
  }
  if (!isPresent) return '';
  let inner = '';
  let index = 0;
  for (const { prefix, write, hasKey } of parts) {
    const json = hasKey === undefined ? written[index] : write(row);
    if (json !== undefined && json !== '') inner += (inner === '' ? prefix : `,${prefix}`) + json;
    index++;
  }
  return inner;
}
