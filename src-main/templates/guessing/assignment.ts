/** @file Which column is which field: the best pairs first, no column twice. Pure. */

import { wordsOf } from '../../../src-shared/column-words.ts';
import { type Fact, fact, type Said, together } from '../../../src-shared/languages/fact.ts';
import { listed } from '../../../src-shared/languages/lists.ts';
import { shown } from '../../check/findings/finding.ts';
import { namesakesOf } from '../../exports/column-names.ts';
import { kindOfField, type MappableKind, mappableFields } from '../mappable-fields.ts';
import { likeness } from './column-names.ts';
import type { ColumnProfile } from './column-profile.ts';
import {
  customerIdNames,
  customerNameNames,
  fieldNames,
  otherAmounts,
  ourCustomerNames,
  riskNames,
  vagueMethodNames,
} from './field-names.ts';
import { fitting, NEARLY_ALL } from './fitting.ts';
import { riskByName } from './risks.ts';

/** A field and the column that it may be. */
export interface Pair {
  field: string;
  column: ColumnProfile;
  /** 0 to 1. */
  confidence: number;
  /** Whether the column is called exactly so. */
  isNamed: boolean;
  /** Full sentences. */
  reason: Said;
}

/** From here on a pair is a proposal at all, and one that is put into the template. */
export const LEAST_CONFIDENCE = 0.3;
export const SURE_ENOUGH = 0.55;

/** Names of a field, and how much they say at most. */
interface Names {
  field: string;
  kind: MappableKind;
  names: readonly (readonly string[])[];
  most: number;
  /** What the cells must be for the names to say anything. */
  onlyWhere?: (column: ColumnProfile) => boolean;
}

const RISK = 'receiver.unknown.risk_assessment';
const risks = riskNames.map(wordsOf);
const ourCustomers = ourCustomerNames.map(wordsOf);
const CATEGORY = 'additional_fields.payment_category';
const namesByField: Names[] = [...mappableFields, CATEGORY].map((field) => {
  // The last key of a path says what it is only where the keys before it do not matter.
  const own = field.startsWith('modification.') ? [field, field.slice('modification.'.length)] : [field];
  const names = [...own, ...(fieldNames[field] ?? [])].map(wordsOf);
  return { field, kind: kindOfField(field) ?? 'payment_type', names, most: 1 };
});
// The customer of the bank is the sender, unless the export says more.
namesByField.push(
  { field: 'sender.by_external_id', kind: 'identifier', names: customerIdNames.map(wordsOf), most: 0.8 },
  { field: 'sender.unknown.full_name', kind: 'text', names: customerNameNames.map(wordsOf), most: 0.8 },
  {
    field: 'sender.by_external_id',
    kind: 'identifier',
    names: ourCustomers,
    most: 0.8,
    onlyWhere: hasNumbers,
  },
  {
    field: 'sender.unknown.full_name',
    kind: 'text',
    names: ourCustomers,
    most: 0.8,
    onlyWhere: (column) => !hasNumbers(column),
  },
  {
    field: RISK,
    kind: 'risk_assessment',
    names: risks,
    most: 0.8,
    onlyWhere: ({ distinct }) => distinct.length > 0 && distinct.every((cell) => riskByName(cell) !== undefined),
  },
  {
    field: 'payment_method',
    kind: 'payment_method',
    names: vagueMethodNames.map(wordsOf),
    most: 1,
    onlyWhere: ({ methods }) => methods >= NEARLY_ALL,
  },
);
const otherAmountNames = otherAmounts.map(wordsOf);

/** Ids have digits, and names hardly ever. */
function hasNumbers({ cells }: ColumnProfile): boolean {
  return cells.filter((cell) => /\d/.test(cell)).length >= cells.length * NEARLY_ALL;
}

/** Every pair that is worth a thought, the best first; of equal ones, in the order of the fields and columns. */
export function pairsOf(columns: readonly ColumnProfile[]): Pair[] {
  const pairs = namesByField.flatMap(({ field, kind, names, most, onlyWhere }) =>
    columns.flatMap((column): Pair[] => {
      if (onlyWhere?.(column) === false) return [];
      const alike = Math.max(0, ...names.map((name) => likeness(column.words, name)));
      if (alike === 0) return [];
      const { factor, reason } = fitting(kind, column);
      const confidence = alike * most * factor * (kind === 'amount' ? amountFactor(column) : 1);
      if (confidence < LEAST_CONFIDENCE) return [];
      const isNamed = alike >= 0.95;
      const why = isNamed
        ? fact('Its name says so, and {reason}.', { reason })
        : fact('Its name is similar, and {reason}.', { reason });
      return [{ field, column, confidence: rounded(confidence), isNamed, reason: why }];
    }),
  );
  const told = withoutRiskOfEither(withoutBothParties(pairs));
  return [...doubtingNamesakes(told, columns), ...pairsByCells(columns)].toSorted(
    (one, other) => other.confidence - one.confidence,
  );
}

/** “Beneficiary/payer” is one or the other from row to row, and so neither: only a person knows what to make of it. */
function withoutBothParties(pairs: readonly Pair[]): Pair[] {
  const byColumn = Map.groupBy(pairs, ({ column }) => column);
  return pairs.map((pair) => {
    const ofColumn = byColumn.get(pair.column) ?? [];
    const mayBe = (party: string) =>
      ofColumn.some(({ field, confidence }) => field.startsWith(party) && confidence >= 0.45);
    if (ofColumn.some(({ isNamed }) => isNamed) || !mayBe('sender.') || !mayBe('receiver.')) return pair;
    return {
      ...pair,
      confidence: Math.min(pair.confidence, 0.5),
      reason: together([pair.reason, fact('It may be the other party as well.')]),
    };
  });
}

/** A risk without a party is that of the counterparty only where the customer is always known. */
function withoutRiskOfEither(pairs: readonly Pair[]): readonly Pair[] {
  const mayBeOfSender = pairs.some(
    ({ field, confidence }) => field === 'sender.unknown.full_name' && confidence >= SURE_ENOUGH,
  );
  if (!mayBeOfSender) return pairs;
  return pairs.filter(
    ({ field, column }) => field !== RISK || !risks.some((name) => likeness(column.words, name) >= 0.95),
  );
}

/** Of several columns with the same name, only a person knows which is meant. */
function doubtingNamesakes(pairs: readonly Pair[], columns: readonly ColumnProfile[]): Pair[] {
  const namesakes = namesakesOf(columns.map(({ name }) => name));
  return pairs.map((pair) => {
    const names = namesakes.get(pair.column.name);
    if (names === undefined) return pair;
    const doubt = fact(
      'But several columns have this name in the export: they are called {names} here. Choose the one that is meant.',
      { names: listed(names.map((name) => shown(name))) },
    );
    return {
      ...pair,
      confidence: Math.min(pair.confidence, 0.5),
      reason: together([pair.reason, doubt]),
    };
  });
}

/** Fees and balances are amounts as well. */
function amountFactor({ words }: ColumnProfile): number {
  return otherAmountNames.some((name) => name.every((word) => words.includes(word))) ? 0.4 : 1;
}

/** Without a telling name, the only column of its kind is still likely. */
function pairsByCells(columns: readonly ColumnProfile[]): Pair[] {
  const only = (field: string, what: Fact, fits: (column: ColumnProfile) => boolean): Pair[] => {
    const [column, another] = columns.filter(fits);
    if (column === undefined || another !== undefined) return [];
    return [
      { field, column, confidence: 0.58, isNamed: false, reason: fact('It is the only column with {what}.', { what }) },
    ];
  };
  return [
    ...only('modification.currency', fact('currency codes'), ({ currencies }) => currencies === 1),
    ...only('payment_method', fact('payment methods'), ({ methods }) => methods === 1),
    ...only('modification.created_at', fact('dates'), ({ dates }) => dates !== undefined && dates.share === 1),
    ...only(
      'modification.amount',
      fact('decimals'),
      (column) => column.hasDecimals && column.numbers === 1 && amountFactor(column) === 1,
    ),
  ];
}

/** The best pair of each field; every column at most once. */
export function assigned(pairs: readonly Pair[]): Map<string, Pair> {
  const byField = new Map<string, Pair>();
  const taken = new Set<number>();
  for (const pair of pairs) {
    if (byField.has(pair.field) || taken.has(pair.column.place)) continue;
    byField.set(pair.field, pair);
    taken.add(pair.column.place);
  }
  return byField;
}

export function rounded(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}
