/** @file The fields that columns can be mapped to: the leaves of the field table, in its order (§2.2 to §2.4). Pure. */

import { type FieldKind, type FieldTree, transactionFields } from '../check/rules/transaction-fields.ts';

/** Kinds with a value of their own; additional_fields has its own place in the template. */
export type MappableKind = Exclude<FieldKind, 'open-object'>;

const kinds: ReadonlyMap<string, MappableKind> = new Map(leaves(transactionFields, ''));

function leaves(tree: FieldTree, prefix: string): [string, MappableKind][] {
  return Object.entries(tree).flatMap(([key, field]): [string, MappableKind][] => {
    if (typeof field !== 'string') return leaves(field, `${prefix}${key}.`);
    return field === 'open-object' ? [] : [[prefix + key, field]];
  });
}

/** The dotted paths, in the order in which they are written. */
export const mappableFields: readonly string[] = [...kinds.keys()];

/** The kind of a field by its dotted path; undefined for what is no field with a value of its own. */
export function kindOfField(path: string): MappableKind | undefined {
  return kinds.get(path);
}
