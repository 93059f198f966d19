/** @file Amounts that say whether money came in or went out: by their sign, or by the column in which they are. Pure. */

import { AMOUNT, type DirectionByConditions, directionsByAmount } from '../../../src-shared/template-direction.ts';
import type { Template, Value } from '../../../src-shared/template-shapes.ts';
import type { Row } from '../../exports/rows.ts';
import type { RowCells } from '../row-cells.ts';
import { plainValuesOf } from '../used-columns.ts';
import { isMoneyIn, isMoneyOut } from './special-columns.ts';

export interface TellingAmounts {
  /** What they most likely say. */
  direction: DirectionByConditions;
  isBySign: boolean;
  /** The rows in which money comes in then. */
  incoming: readonly Row[];
  /** Whether a row says that it goes out as well. */
  isContradicted: boolean;
}

const isSignedByColumn = (amount: Value) => plainValuesOf(amount).some(({ sign }) => sign?.sign === 'by-column');

/** Undefined where the amounts of these rows do not say it. */
export function tellingAmounts(
  template: Pick<Template, 'fields'>,
  cells: RowCells,
  rows: readonly Row[],
): TellingAmounts | undefined {
  const ways = directionsByAmount(template);
  const [first] = ways;
  const named = ways.find(({ outgoing, incoming }) => isMoneyOut(outgoing.column) || isMoneyIn(incoming.column));
  const direction = named ?? first;
  const amount = template.fields[AMOUNT];
  if (direction === undefined || amount === undefined || isSignedByColumn(amount)) return undefined;
  const isOutgoing = cells.condition(direction.outgoing);
  const isBySign = direction.outgoing.column === direction.incoming.column;
  const incoming = rows.filter(cells.condition(direction.incoming));
  if (incoming.length === 0 || (isBySign && !rows.some(isOutgoing))) return undefined;
  return { direction, isBySign, incoming, isContradicted: incoming.some(isOutgoing) };
}
