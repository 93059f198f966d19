/** @file Where the value of a field comes from, so that a finding about a field leads to the cell of the export. Pure. */

import { conditionsOfDirection, pathWhereIncoming } from '../../src-shared/template-direction.ts';
import type { Template, Value } from '../../src-shared/template-shapes.ts';
import { columnsOfValue, usedColumns } from './used-columns.ts';

/**
 * The columns that the field at a dotted path is made of, in their order, each once: that of its value first. For an
 * entity or another object, those of everything inside; none for constants, for fields that the template does not make,
 * and for the transaction as a whole.
 * @param isIncoming whether sender and receiver have changed places in its row; without it, nobody knows of which they are made
 */
export function originOfField(template: Template, path: string, isIncoming?: boolean): readonly string[] {
  if (path === '') return [];
  const { direction } = template;
  const whereIncoming = pathWhereIncoming(path, direction);
  if (conditionsOfDirection(direction) !== undefined && whereIncoming !== path) {
    if (isIncoming === undefined) return [];
    if (isIncoming) return originOfField({ ...template, direction: undefined }, whereIncoming);
  }
  const ADDITIONAL = 'additional_fields.';
  if (path.startsWith(ADDITIONAL)) return originOfAdditionalField(template, path.slice(ADDITIONAL.length));
  const own = template.fields[path];
  if (own !== undefined) return columnsOfValue(own);
  const inside = Object.keys(template.fields).filter((field) => field.startsWith(`${path}.`));
  const values = inside.flatMap((field): Value[] => [template.fields[field] ?? []].flat());
  return [...new Set([...values.flatMap(columnsOfValue), ...conditionColumns(template, path)])];
}

/** What decides about the form of an entity. */
function conditionColumns({ entities }: Template, path: string): readonly string[] {
  return Object.entries(entities).flatMap(([role, { knownWhen }]) =>
    path === role || path.startsWith(`${role}.`) ? [knownWhen.column] : [],
  );
}

/** Names of additional fields may contain dots; what a finding names may be something inside a field's JSON. */
function originOfAdditionalField(template: Template, name: string): readonly string[] {
  const own = Object.entries(template.additionalFields).find(([key]) => name === key || name.startsWith(`${key}.`));
  if (own !== undefined) return columnsOfValue(own[1]);
  if (template.otherColumns === 'leave-out') return [];
  const used = usedColumns(template);
  return template.columns.filter((column) => column === name && !used.has(column));
}
