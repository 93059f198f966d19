/** @file The column that says whether money came in or went out, by its heading and its cells. Pure. */

import { counterpartyNames, wordsOf } from '../../../src-shared/column-words.ts';
import { type Directions, directionsIn } from '../../../src-shared/direction-words.ts';
import type { Template, Value } from '../../../src-shared/template-shapes.ts';
import { columnsOfValue } from '../used-columns.ts';
import { likeness } from './column-names.ts';
import type { ColumnProfile } from './column-profile.ts';
import { customerIdNames, customerNameNames, directionNames, ourCustomerNames, partyNames } from './field-names.ts';

/** `directions` is undefined where the heading says it, and no word of the cells is known. */
export interface DirectionColumn {
  name: string;
  isNamed: boolean;
  directions: Directions | undefined;
  /** The two values of which one says that money came in, where that is not known. */
  values: readonly string[];
}

const directions = directionNames.map(wordsOf);
const customers = [...customerIdNames, ...customerNameNames, ...ourCustomerNames].map(wordsOf);
const counterparties = counterpartyNames.map(wordsOf);
const senders = [...partyNames.sender, 'from'].map(wordsOf);
const receivers = [...partyNames.receiver, 'to'].map(wordsOf);

/** The likeliest first: heading and cells together say the most. */
export function directionColumns(
  columns: readonly Pick<ColumnProfile, 'name' | 'words' | 'distinct'>[],
): DirectionColumn[] {
  const found = columns.flatMap(({ name, words, distinct }): DirectionColumn[] => {
    const isNamed = directions.some((one) => likeness(words, one) >= 0.8);
    const known = directionsIn(distinct);
    const isTold = known === undefined ? isNamed && distinct.length === 2 : isNamed || distinct.length === 2;
    return isTold ? [{ name, isNamed, directions: known, values: distinct }] : [];
  });
  const weight = (one: DirectionColumn) => Number(one.isNamed) + 2 * Number(one.directions !== undefined);
  return found.toSorted((one, other) => weight(other) - weight(one));
}

/**
 * Who sender and receiver are by the names of their columns: the bank's customer and whoever is opposite, whose places depend
 * on the direction; perhaps; or who pays and who is paid in each row.
 */
export function partiesOf({ fields }: Pick<Template, 'fields'>): 'customer' | 'open' | 'as-named' {
  const [sending, receiving] = [namesOfRole(fields, 'sender'), namesOfRole(fields, 'receiver')];
  if (sending.length === 0 || isOneOf(sending, [...senders, ...counterparties])) return 'as-named';
  return isOneOf(sending, customers) && !isOneOf(receiving, receivers) ? 'customer' : 'open';
}

/** Whether the sender is the bank's customer by the names of its columns, whatever the receiver is called. */
export function isCustomerSender({ fields }: Pick<Template, 'fields'>): boolean {
  const sending = namesOfRole(fields, 'sender');
  return isOneOf(sending, customers) && !isOneOf(sending, [...senders, ...counterparties]);
}

/** Whether a value is of the receiver in each row by the names of its columns. */
export const isOfReceiver = (value: Value | undefined): boolean =>
  value !== undefined && isOneOf(columnsOfValue(value).map(wordsOf), receivers);

const namesOfRole = (fields: Template['fields'], role: string): string[][] =>
  Object.entries(fields)
    .filter(([path]) => path.startsWith(`${role}.`))
    .flatMap(([, value]) => columnsOfValue(value))
    .map(wordsOf);

const isOneOf = (columns: readonly string[][], names: readonly string[][]): boolean =>
  columns.some((words) => names.some((name) => isCalled(words, name)));

/** Whether a name is among the words, also where it has grown together with others. */
function isCalled(words: readonly string[], name: readonly string[]): boolean {
  const [only = ''] = name;
  if (name.every((word) => words.includes(word))) return true;
  return name.length === 1 && only.length >= 5 && words.some((word) => word.startsWith(only));
}
