/** @file By what a template tells rows in which money comes in from those in which it goes out. Pure. */

import type { Condition, Direction } from './template-shapes.ts';

export interface DirectionConditions {
  outgoing: Condition;
  incoming: Condition;
}

/** Undefined where sender and receiver never change places. */
export function conditionsOfDirection(direction: Direction | undefined): DirectionConditions | undefined {
  if (direction === undefined || direction.by === 'fields') return undefined;
  if (direction.by === 'conditions') return { outgoing: direction.outgoing, incoming: direction.incoming };
  const { column, outgoing, incoming } = direction;
  return {
    outgoing: { column, test: 'one-of', values: outgoing },
    incoming: { column, test: 'one-of', values: incoming },
  };
}

/** The columns that decide, each once. */
export function columnsOfDirection(direction: Direction | undefined): string[] {
  const conditions = conditionsOfDirection(direction);
  return conditions === undefined ? [] : [...new Set([conditions.outgoing.column, conditions.incoming.column])];
}
