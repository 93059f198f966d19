/** @file Which columns a template speaks of, and which of them become fields. Pure. */

import { columnsOfSource } from '../../src-shared/source-columns.ts';
import { columnsOfDirection } from '../../src-shared/template-direction.ts';
import type { Condition, PlainValue, Template, Value } from '../../src-shared/template-shapes.ts';

/** The value, or its alternatives. */
export function plainValuesOf(value: Value): readonly PlainValue[] {
  return 'alternatives' in value ? value.alternatives.map((one) => one.value) : [value];
}

/** The columns that become a value, or its sign, in their order, each once. Conditions only choose. */
export function columnsOfValue(value: Value): readonly string[] {
  const columns = plainValuesOf(value).flatMap(({ source, sign }) => [
    ...columnsOfSource(source),
    ...(sign?.sign === 'by-column' ? [sign.column] : []),
  ]);
  return [...new Set(columns)];
}

/** The conditions of a value. */
export function conditionsOfValue(value: Value): readonly Condition[] {
  return 'alternatives' in value ? value.alternatives.flatMap(({ when }) => (when === undefined ? [] : [when])) : [];
}

/** The columns that become fields. */
export function usedColumns({ fields, additionalFields }: Template): ReadonlySet<string> {
  return new Set([...Object.values(fields), ...Object.values(additionalFields)].flatMap(columnsOfValue));
}

/** The columns that decide: about a sign, which alternative it is, whether an entity is known, or whether a row is taken. */
export function decidingColumns({ fields, additionalFields, entities, leaveOutRows }: Template): ReadonlySet<string> {
  const values = [...Object.values(fields), ...Object.values(additionalFields)];
  const signs = values.flatMap(plainValuesOf).flatMap(({ sign }) => (sign?.sign === 'by-column' ? [sign.column] : []));
  const conditions = [
    ...values.flatMap(conditionsOfValue),
    ...Object.values(entities).flatMap((entity) => (entity === undefined ? [] : [entity.knownWhen])),
    ...leaveOutRows,
  ];
  return new Set([...signs, ...conditions.map(({ column }) => column)]);
}

/** All columns of an export that a template speaks of, in conditions too. */
export function namedColumns(template: Template): ReadonlySet<string> {
  return new Set([...usedColumns(template), ...decidingColumns(template), ...columnsOfDirection(template.direction)]);
}
