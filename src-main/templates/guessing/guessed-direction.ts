/** @file By what sender and receiver change places: a column, or the amounts, where names, cells and parties leave no doubt. Pure. */

import { fact, type Said, together } from '../../../src-shared/languages/fact.ts';
import { either } from '../../../src-shared/languages/lists.ts';
import { withDirection } from '../../../src-shared/template-direction.ts';
import type { Direction, Template, Value } from '../../../src-shared/template-shapes.ts';
import { shown } from '../../check/findings/finding.ts';
import type { Row } from '../../exports/rows.ts';
import { RowCells } from '../row-cells.ts';
import { columnsOfValue } from '../used-columns.ts';
import type { ColumnProfile } from './column-profile.ts';
import { directionColumns, partiesOf } from './direction-column.ts';
import { tellingAmounts } from './telling-amounts.ts';

/** What is proposed: the column that says where money comes in, and why. */
interface Told {
  column: string;
  direction: Direction;
  reason: Said;
}

export interface GuessedDirection extends Told {
  /** With what follows from the direction. */
  fields: ReadonlyMap<string, Value>;
}

/**
 * @param columns of the table, of which `profiles` are known
 * @param values what is made of which column, by dotted path
 */
export function guessedDirection(
  profiles: readonly ColumnProfile[],
  values: ReadonlyMap<string, Value>,
  { columns, rows }: { columns: readonly string[]; rows: readonly Row[] },
): GuessedDirection | undefined {
  const fields = Object.fromEntries(values);
  if (partiesOf({ fields }) !== 'customer') return undefined;
  const used = new Set([...values.values()].flatMap(columnsOfValue));
  const told =
    byColumn(profiles.filter(({ name }) => !used.has(name))) ?? byAmounts(fields, new RowCells(columns), rows);
  if (told === undefined || told === 'open') return undefined;
  const own: Pick<Template, 'fields' | 'direction'> = withDirection({ fields }, told.direction);
  const { direction = told.direction } = own;
  return {
    ...told,
    direction,
    reason: withCountries(told.reason, direction),
    fields: new Map(Object.entries(own.fields)),
  };
}

const withCountries = (reason: Said, direction: Direction): Said =>
  direction.by !== 'fields' && direction.countries === 'change-places'
    ? together([reason, fact('Source and target country change places with them.')])
    : reason;

/** Open where a column seems to say it, and a person has to decide. */
function byColumn(columns: readonly ColumnProfile[]): Told | 'open' | undefined {
  const [found] = directionColumns(columns);
  if (found === undefined) return undefined;
  if (!found.isNamed || found.directions === undefined) return 'open';
  const { name, directions } = found;
  const reason = fact(
    '{column} says whether money came in or went out: for {values}, sender and receiver change places.',
    { column: shown(name), values: either(directions.incoming.map((value) => shown(value))) },
  );
  return { column: name, direction: { by: 'column', column: name, ...directions }, reason };
}

function byAmounts(fields: Readonly<Record<string, Value>>, cells: RowCells, rows: readonly Row[]): Told | undefined {
  const found = tellingAmounts({ fields }, cells, rows);
  if (found === undefined || found.isContradicted) return undefined;
  const { direction, isBySign } = found;
  const [outgoing, incoming] = [direction.outgoing.column, direction.incoming.column];
  const reason = isBySign
    ? fact(
        'The sign of {column} says whether money came in or went out: where it is positive, sender and receiver change places.',
        { column: shown(incoming) },
      )
    : fact(
        '{outgoing} and {incoming} say whether money went out or came in: where {incoming} is filled, sender and receiver change places.',
        { outgoing: shown(outgoing), incoming: shown(incoming) },
      );
  return { column: incoming, direction, reason };
}
