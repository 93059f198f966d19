/** @file By what a template tells rows in which money comes in from those in which it goes out. Pure. */

import { counterpartyCountryNames, counterpartyNames, wordsOf } from './column-words.ts';
import { oppositeRole, roles } from './entity-roles.ts';
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
  return directionsByAmount(template).find((way) =>
    isSame(conditionsOfDirection(way), conditionsOfDirection(template.direction)),
  );
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
 * more; and the countries change places where one is that of the counterparty. What followed from the direction before is taken back.
 */
export function withDirection<Of extends Pick<Template, 'fields' | 'direction'>>(
  template: Of,
  direction: Direction,
): Of {
  const own = withoutConsequences(template.fields, conditionsOfDirection(template.direction));
  const told = conditionsOfDirection(direction);
  const places = told !== undefined && areOfTwoSides(own) && { countries: 'change-places' as const };
  return { ...template, direction: { ...direction, ...places }, fields: withConsequences(own, told) };
}

/** The country of the bank's own customer, who is the sender where money goes out; and that of the other side. */
export const OWN_COUNTRY = 'payment_source_country';
export const OTHER_COUNTRY = 'payment_target_country';
const countryKeys = [OWN_COUNTRY, OTHER_COUNTRY] as const;

function withConsequences(fields: Fields, told: DirectionConditions | undefined): Fields {
  const { [AMOUNT]: amount } = fields;
  if (told === undefined || !isSignOf(amount, told)) return fields;
  return { ...fields, [AMOUNT]: { ...amount, sign: { sign: 'absolute' } } };
}

function withoutConsequences(fields: Fields, told: DirectionConditions | undefined): Fields {
  const { [AMOUNT]: amount } = fields;
  if (told === undefined || !isSignOf(amount, told) || amount.sign?.sign !== 'absolute') return fields;
  const { sign: _, ...written } = amount;
  return { ...fields, [AMOUNT]: written };
}

/** Whether the countries are those of the two sides: one of the counterparty, or only one that is the same for all rows. */
function areOfTwoSides(fields: Fields): boolean {
  const [source, target] = countryKeys.map((key) => fields[key]);
  const isOnlyOwn =
    target === undefined && source !== undefined && 'source' in source && source.source.from === 'constant';
  return isOnlyOwn || hasCounterparty(fields) || [source, target].some(isOfIban);
}

/** Whether it is the country of an account, which follows its party. */
export const isOfIban = (value: Value | undefined): boolean =>
  value !== undefined && 'source' in value && value.source.from === 'column' && value.source.part === 'country-of-iban';

/** Whether a country is that of the counterparty. */
const hasCounterparty = (fields: Fields): boolean =>
  countryKeys.flatMap((key) => columnsOfCountry(fields[key])).some(isOfCounterparty);

/**
 * Whether the country of our customer, who is the sender where money goes out, has no source, although it belongs beside that of
 * the counterparty. One that is not by its name of the counterparty may be that of either side.
 */
export function lacksOwnCountry({ fields, direction }: Pick<Template, 'fields' | 'direction'>): boolean {
  if (fields[OWN_COUNTRY] !== undefined) return false;
  const changes = keyWhereIncoming(OWN_COUNTRY, direction) !== OWN_COUNTRY;
  return changes || fields[OTHER_COUNTRY] === undefined || hasCounterparty(fields);
}

/** The template in which our customer has this country in all rows: on the side where the customer is in each. */
export function withOwnCountry<Of extends Pick<Template, 'fields' | 'direction'>>(template: Of, country: string): Of {
  const { direction } = template;
  const fields: Fields = { ...template.fields, [OWN_COUNTRY]: { source: { from: 'constant', text: country } } };
  if (direction === undefined || direction.by === 'fields') return { ...template, fields };
  return { ...template, fields, direction: { ...direction, countries: 'change-places' } };
}

/** One that is made by conditions is on its side already. */
const columnsOfCountry = (value: Value | undefined): readonly string[] =>
  value === undefined || 'alternatives' in value ? [] : columnsOfSource(value.source);

const ofCounterparty = [...counterpartyNames, ...counterpartyCountryNames].map(wordsOf);

function isOfCounterparty(column: string): boolean {
  const words = wordsOf(column);
  return ofCounterparty.some((name) => name.every((word) => words.includes(word)));
}

/** The key of the template whose value makes this key of a transaction in a row in which money comes in. */
export function keyWhereIncoming(key: string, direction: Direction | undefined): string {
  const role = roles.find((one) => one === key);
  if (role !== undefined) return oppositeRole[role];
  const changes = direction !== undefined && direction.by !== 'fields' && direction.countries === 'change-places';
  const [source, target] = countryKeys;
  if (!changes || !isCountry(key)) return key;
  return key === source ? target : source;
}

/** Whether it is the key of a country of the payment. */
export const isCountry = (key: string): boolean => countryKeys.some((one) => one === key);

/** As `keyWhereIncoming`, of a dotted path. */
export function pathWhereIncoming(path: string, direction: Direction | undefined): string {
  const [key = ''] = path.split('.', 1);
  return keyWhereIncoming(key, direction) + path.slice(key.length);
}

/** Whether what goes out and what comes in can be added up apart: not where nothing says so, or where what goes out is negative as it is sent. */
export function tellsFlow({ fields, direction }: Pick<Template, 'fields' | 'direction'>): boolean {
  const told = conditionsOfDirection(direction);
  const { [AMOUNT]: amount } = fields;
  return told !== undefined && (!isSignOf(amount, told) || amount.sign?.sign === 'absolute');
}

/** Whether the sign of the amount decides. */
function isSignOf(amount: Value | undefined, { outgoing }: DirectionConditions): amount is PlainValue {
  const isBySign = outgoing.test === 'negative' || outgoing.test === 'positive';
  return isBySign && amount !== undefined && !('alternatives' in amount) && wholeColumn(amount)[0] === outgoing.column;
}

/** Of what has its keys in the order of the schema. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
