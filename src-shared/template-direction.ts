/** @file By what a template tells rows in which money comes in from those in which it goes out. Pure. */

import { counterpartyNames, wordsOf } from './column-words.ts';
import { columnsOfSource } from './source-columns.ts';
import type { Condition, Direction, PlainValue, Template, Value } from './template-shapes.ts';

export type DirectionByConditions = Extract<Direction, { by: 'conditions' }>;
export type DirectionConditions = Pick<DirectionByConditions, 'outgoing' | 'incoming'>;
type Fields = Template['fields'];

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

export const AMOUNT = 'modification.amount';

/**
 * The ways in which the amount can say whether money came in: by its sign, or by which of two columns is filled. Of two, the
 * first one is that of money that went out in the first way. None where more than that makes it.
 */
export function directionsByAmount({ fields }: Pick<Template, 'fields'>): DirectionByConditions[] {
  const [one, other] = columnsOfAmount(fields[AMOUNT]);
  if (one === undefined) return [];
  const first: Condition = { column: one, test: other === undefined ? 'negative' : 'filled' };
  const second: Condition = other === undefined ? { column: one, test: 'positive' } : { column: other, test: 'filled' };
  return [
    { by: 'conditions', outgoing: first, incoming: second },
    { by: 'conditions', outgoing: second, incoming: first },
  ];
}

/** The way in which the amount says it; undefined where something else does, or nothing. */
export function directionOfAmount(template: Pick<Template, 'fields' | 'direction'>): DirectionByConditions | undefined {
  return directionsByAmount(template).find((way) => isSame(way, template.direction));
}

/** The column that is the amount, or two of which each row has one. */
function columnsOfAmount(value: Value | undefined): string[] {
  if (value === undefined) return [];
  if (!('alternatives' in value)) return wholeColumn(value);
  const [one, other, ...more] = value.alternatives;
  if (one === undefined || other === undefined || more.length > 0) return [];
  const [column, second] = [...wholeColumn(one.value), ...wholeColumn(other.value)];
  const isFilled = one.when?.test === 'filled' && one.when.column === column;
  return isFilled && column !== undefined && second !== undefined && column !== second ? [column, second] : [];
}

function wholeColumn({ source }: PlainValue): string[] {
  return source.from === 'column' && source.part === undefined ? [source.column] : [];
}

/**
 * The template with another direction, and with what follows from it: where its sign says who is the sender, an amount has none
 * more; and the country of the counterparty is on the side where it is. What followed from the direction before is taken back.
 */
export function withDirection<Of extends Pick<Template, 'fields' | 'direction'>>(
  template: Of,
  direction: Direction,
): Of {
  const own = withoutConsequences(template.fields, conditionsOfDirection(template.direction));
  return { ...template, direction, fields: withConsequences(own, conditionsOfDirection(direction)) };
}

const SOURCE = 'payment_source_country';
const TARGET = 'payment_target_country';

function withConsequences(fields: Fields, told: DirectionConditions | undefined): Fields {
  if (told === undefined) return fields;
  const { [AMOUNT]: amount, [TARGET]: target, [SOURCE]: source } = fields;
  return {
    ...fields,
    ...(isSignOf(amount, told) && { [AMOUNT]: { ...amount, sign: { sign: 'absolute' } } }),
    ...(source === undefined && isOfCounterparty(target) && countries(target, told)),
  };
}

function withoutConsequences(fields: Fields, told: DirectionConditions | undefined): Fields {
  if (told === undefined) return fields;
  const { [SOURCE]: source, ...others } = fields;
  const { [AMOUNT]: amount, [TARGET]: target } = fields;
  const [first] = target !== undefined && 'alternatives' in target ? target.alternatives : [];
  const isPlaced = first !== undefined && isSame({ [SOURCE]: source, [TARGET]: target }, countries(first.value, told));
  const own = isPlaced ? { ...others, [TARGET]: first.value } : fields;
  if (!isSignOf(amount, told) || amount.sign?.sign !== 'absolute') return own;
  const { sign: _, ...written } = amount;
  return { ...own, [AMOUNT]: written };
}

/** Whether the sign of the amount decides. */
function isSignOf(amount: Value | undefined, { outgoing }: DirectionConditions): amount is PlainValue {
  const isBySign = outgoing.test === 'negative' || outgoing.test === 'positive';
  return isBySign && amount !== undefined && !('alternatives' in amount) && wholeColumn(amount)[0] === outgoing.column;
}

function isOfCounterparty(country: Value | undefined): country is PlainValue {
  if (country === undefined || 'alternatives' in country) return false;
  const words = columnsOfSource(country.source).flatMap(wordsOf);
  return counterpartyNames.some((name) => words.includes(name));
}

/** The country of the counterparty is that of the source where money comes in, and that of the target where it goes out. */
function countries(value: PlainValue, { outgoing, incoming }: DirectionConditions): Fields {
  return {
    [SOURCE]: { alternatives: [{ when: incoming, value }] },
    [TARGET]: { alternatives: [{ when: outgoing, value }] },
  };
}

/** Of what has its keys in the order of the schema. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
