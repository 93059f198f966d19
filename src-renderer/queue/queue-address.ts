/**
 * @file The search, the filters and the order of the queue as the part of an address after “?”, so that a reload, the way back
 * and a bookmark show the same. What is as usual is left out. Pure.
 */

import { daysIn, spelledDays } from '../../src-shared/calendar-days.ts';
import { submissionStateNames } from '../../src-shared/states.ts';
import type { State } from '../texts/states.ts';
import {
  firstDirection,
  type Group,
  groups,
  type Order,
  orderColumns,
  usualOrder,
  usualWish,
  type Wish,
} from './arrangement.ts';

/** What an address asks for. */
export interface AskedView {
  wish: Wish;
  /** Parts of the address that say nothing today, as they are written: it was changed by hand, or is of another version. */
  leftOut: readonly string[];
}

/** More than any person types. */
const LONGEST_SEARCH = 500;
/** A connection has a shorter name, and an organisation fewer of them. */
const [LONGEST_NAME, MOST_NAMES] = [200, 1000];

/** What stands after “?”; empty for the usual view. */
export function formatWish({ search, group, states, connections, added, order }: Wish): string {
  const said = new URLSearchParams();
  if (search !== '') said.append('search', search);
  if (group !== 'all') said.append('group', group);
  for (const state of states) said.append('state', state);
  for (const connection of connections) said.append('connection', connection);
  if (added !== undefined) said.append('added', spelledDays(added));
  if (order.column !== usualOrder.column || order.direction !== usualOrder.direction)
    said.append('order', `${order.column}-${order.direction}`);
  return said.toString();
}

/** The view of such a text; what is not understood is left out, and named. */
export function parseWish(text: string): AskedView {
  const wish: Wish = { ...usualWish };
  const leftOut: string[] = [];
  const [states, connections] = [new Set<State>(), new Set<string>()];
  for (const [key, value] of new URLSearchParams(text)) {
    const isKnown = take(key, value, wish, states, connections);
    if (!isKnown) leftOut.push(value === '' ? key : `${key}=${value}`);
  }
  return { wish: { ...wish, states: [...states], connections: [...connections] }, leftOut };
}

function take(key: string, value: string, wish: Wish, states: Set<State>, connections: Set<string>): boolean {
  switch (key) {
    case 'search':
      wish.search = value.slice(0, LONGEST_SEARCH);
      return value.length <= LONGEST_SEARCH;
    case 'group': {
      const group = groups.find((known): known is Group => known === value);
      wish.group = group ?? wish.group;
      return group !== undefined;
    }
    case 'state': {
      const state = submissionStateNames.find((known) => known === value);
      if (state !== undefined) states.add(state);
      return state !== undefined;
    }
    case 'connection': {
      const isName = value !== '' && value.length <= LONGEST_NAME && connections.size < MOST_NAMES;
      if (isName) connections.add(value);
      return isName;
    }
    case 'added': {
      const added = daysIn(value);
      wish.added = added ?? wish.added;
      return added !== undefined;
    }
    case 'order': {
      const order = orderIn(value);
      wish.order = order ?? wish.order;
      return order !== undefined;
    }
    default:
      return false;
  }
}

function orderIn(text: string): Order | undefined {
  const [name, direction] = text.split('-');
  const column = orderColumns.find((known) => known === name);
  if (column === undefined) return undefined;
  if (direction === undefined) return { column, direction: firstDirection[column] };
  return direction === 'ascending' || direction === 'descending' ? { column, direction } : undefined;
}
