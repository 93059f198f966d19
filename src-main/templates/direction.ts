/** @file Rows in which money comes in: there, sender and receiver change places, and their partners with them. Pure. */

import { oppositeRole, type Role } from '../../src-shared/entity-roles.ts';
import { fact } from '../../src-shared/languages/fact.ts';
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
  if (direction?.by !== 'column') return undefined;
  const { column, incoming, outgoing } = direction;
  const isIncoming = cells.condition({ column, test: 'one-of', values: incoming });
  const isOutgoing = cells.condition({ column, test: 'one-of', values: outgoing });
  const cellOf = cells.cell(column);
  return (row) => {
    if (isIncoming(row)) return true;
    if (isOutgoing(row)) return false;
    const cell = cellOf(row);
    const message =
      cell.trim() === ''
        ? fact('{column} is empty, so it does not say who is the sender and who is the receiver.', {
            column: shown(column),
          })
        : fact(
            '{value} in {column} is not among the values that say whether money came in or went out, so it is not known who is the sender.',
            { value: shown(cell), column: shown(column) },
          );
    faults.add({ row: row.number, column, cell, rule: 'map.direction', message });
    return false;
  };
}

/** The role of which a dotted path of a transaction speaks. */
export function roleOf(path: string): Role | undefined {
  const [first = ''] = path.split('.', 1);
  return isRole(first) ? first : undefined;
}

const isRole = (key: string): key is Role => Object.hasOwn(oppositeRole, key);

/** The field of the template that a path of a transaction comes from, where sender and receiver have changed places. */
export function pathInTemplate(path: string): string {
  const role = roleOf(path);
  return role === undefined ? path : oppositeRole[role] + path.slice(role.length);
}
