/** @file The column by which sender and receiver change places, where heading, cells and parties leave no doubt. Pure. */

import { fact, type Said } from '../../../src-shared/languages/fact.ts';
import { either } from '../../../src-shared/languages/lists.ts';
import type { Direction, Value } from '../../../src-shared/template-shapes.ts';
import { shown } from '../../check/findings/finding.ts';
import { columnsOfValue } from '../used-columns.ts';
import { wordsOf } from './column-names.ts';
import type { ColumnProfile } from './column-profile.ts';
import { directionColumns, partiesOf } from './direction-column.ts';
import { counterpartyNames } from './field-names.ts';

export interface GuessedDirection {
  column: string;
  direction: Direction;
  reason: Said;
  /** With the country of the counterparty on the side where it is. */
  fields: ReadonlyMap<string, Value>;
}

const SOURCE = 'payment_source_country';
const TARGET = 'payment_target_country';

/** @param fields what is made of which column, by dotted path */
export function guessedDirection(
  columns: readonly ColumnProfile[],
  fields: ReadonlyMap<string, Value>,
): GuessedDirection | undefined {
  const used = new Set([...fields.values()].flatMap(columnsOfValue));
  const [found] = directionColumns(columns.filter(({ name }) => !used.has(name)));
  if (found === undefined || !found.isNamed || found.directions === undefined) return undefined;
  if (partiesOf({ fields: Object.fromEntries(fields) }) !== 'customer') return undefined;
  const { name, directions } = found;
  const direction = { by: 'column' as const, column: name, ...directions };
  const reason = fact(
    '{column} says whether money came in or went out: for {values}, sender and receiver change places.',
    { column: shown(name), values: either(directions.incoming.map((value) => shown(value))) },
  );
  return { column: name, direction, reason, fields: withCountryOfCounterparty(fields, direction) };
}

/** Unlike one of the target, the country of the counterparty is that of the source where money comes in. */
function withCountryOfCounterparty(
  fields: ReadonlyMap<string, Value>,
  { column, incoming, outgoing }: Extract<Direction, { by: 'column' }>,
): ReadonlyMap<string, Value> {
  const target = fields.get(TARGET);
  if (target === undefined || 'alternatives' in target || fields.has(SOURCE)) return fields;
  const words = columnsOfValue(target).flatMap(wordsOf);
  if (!counterpartyNames.some((name) => words.includes(name))) return fields;
  const where = (values: string[]): Value => ({
    alternatives: [{ when: { column, test: 'one-of', values }, value: target }],
  });
  return new Map([...fields, [SOURCE, where(incoming)], [TARGET, where(outgoing)]]);
}
