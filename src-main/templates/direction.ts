/** @file Rows in which money comes in: there, sender and receiver change places, and their partners with them. Pure. */

import { fact, type Said } from '../../src-shared/languages/fact.ts';
import { conditionsOfDirection, type DirectionConditions } from '../../src-shared/template-direction.ts';
import type { Direction } from '../../src-shared/template-shapes.ts';
import { shown } from '../check/findings/finding.ts';
import type { Row } from '../exports/rows.ts';
import type { Workshop } from './value-writer.ts';

/**
 * Whether sender and receiver change places in a row; one that does not say it gets a fault. Undefined where they never do.
 */
export function incomingRow(
  direction: Direction | undefined,
  { cells, faults }: Pick<Workshop, 'cells' | 'faults'>,
): ((row: Row) => boolean) | undefined {
  const told = conditionsOfDirection(direction);
  if (direction === undefined || told === undefined) return undefined;
  const isIncoming = cells.condition(told.incoming);
  const isOutgoing = cells.condition(told.outgoing);
  const { column } = told.outgoing;
  const cellOf = cells.cell(column);
  return (row) => {
    const isIn = isIncoming(row);
    if (isIn !== isOutgoing(row)) return isIn;
    const cell = cellOf(row);
    faults.add({ row: row.number, column, cell, rule: 'map.direction', message: whyOpen(direction, told, cell, isIn) });
    return false;
  };
}

/** @param isBoth whether both conditions hold, in place of neither */
function whyOpen({ by }: Direction, told: DirectionConditions, cell: string, isBoth: boolean): Said {
  const [column, other] = [shown(told.outgoing.column), shown(told.incoming.column)];
  if (isBoth)
    return fact(
      '{column} says that money went out, and {other} that it came in, so it is not known who is the sender.',
      { column, other },
    );
  if (told.outgoing.column !== told.incoming.column)
    return fact(
      '{column} does not say that money went out, and {other} not that it came in, so it is not known who is the sender.',
      { column, other },
    );
  if (cell.trim() === '')
    return fact('{column} is empty, so it does not say who is the sender and who is the receiver.', { column });
  if (by === 'conditions')
    return fact(
      '{value} in {column} says neither that money came in nor that it went out, so it is not known who is the sender.',
      { value: shown(cell), column },
    );
  return fact(
    '{value} in {column} is not among the values that say whether money came in or went out, so it is not known who is the sender.',
    { value: shown(cell), column },
  );
}
