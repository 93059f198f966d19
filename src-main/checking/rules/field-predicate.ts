/** @file Decides, without explaining, whether the fields of a transaction satisfy the schema in transaction.ts. */

import { isJsonObject, type JsonObject } from './json-object.ts';
import { type FieldOptions, judgeAmount, textJudges } from './transaction.ts';
import { type FieldKind, type FieldTree, transactionFields } from './transaction-fields.ts';

type Predicate = (value: unknown) => boolean;

/** Builds the predicate: true exactly when the explainer of transaction.ts has no complaint. */
export function fieldPredicate(options: FieldOptions): (transaction: JsonObject) => boolean {
  const judges = textJudges(options);
  return objectPredicate(transactionFields, (kind) => {
    if (kind === 'open-object') return isJsonObject;
    if (kind === 'amount') return (value) => typeof value === 'number' && judgeAmount(value) === undefined;
    const judge = judges[kind];
    return (value) => typeof value === 'string' && judge(value) === undefined;
  });
}

function objectPredicate(fields: FieldTree, predicateOf: (kind: FieldKind) => Predicate): Predicate {
  const predicates = new Map(
    Object.entries(fields).map(([key, field]) => [
      key,
      typeof field === 'string' ? predicateOf(field) : objectPredicate(field, predicateOf),
    ]),
  );
  return (value) => {
    if (!isJsonObject(value)) return false;
    for (const key of Object.keys(value)) {
      if (predicates.get(key)?.(value[key]) !== true) return false;
    }
    return true;
  };
}
