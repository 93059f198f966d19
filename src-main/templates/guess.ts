/** @file Proposes a template for an export, from the names of its columns and a sample of its rows. Pure. */

import { roles } from '../../src-shared/entity-roles.ts';
import { type Fact, fact, type Said, together } from '../../src-shared/languages/fact.ts';
import { listed } from '../../src-shared/languages/lists.ts';
import { OTHER_COUNTRY, OWN_COUNTRY } from '../../src-shared/template-direction.ts';
import type { PlainValue, Reading, Template, Value } from '../../src-shared/template-shapes.ts';
import { shownInEnglish as shown } from '../check/findings/finding.ts';
import type { Row } from '../exports/rows.ts';
import { assigned, type Pair, pairsOf, SURE_ENOUGH } from './guessing/assignment.ts';
import { type ColumnProfile, profileOf } from './guessing/column-profile.ts';
import { guessedDirection } from './guessing/guessed-direction.ts';
import { type OwnFields, ownFields } from './guessing/own-fields.ts';
import { guessRowKey, reasonOfKey, valueOfKey } from './guessing/row-key.ts';
import { currencyInName, sideOf, timeBeside, twoAmounts } from './guessing/special-columns.ts';
import { guessedValue } from './guessing/values.ts';
import { kindOfField, mappableFields } from './mappable-fields.ts';

/** What is proposed for one field. */
export interface GuessedField {
  /** Dotted path; `additional_fields.payment_category` belongs to the template's additional fields. */
  field: string;
  /** The columns that it would be made of. */
  columns: readonly string[];
  /** 0 to 1. */
  confidence: number;
  /** Full sentences for a clerk. */
  reason: Said;
  /** Whether the template has it; otherwise it is too unsure, and only shown. */
  isAssigned: boolean;
  value: Value;
  /** The different cells of the sample, the most frequent first, where a value map is likely to be needed. */
  distinct: readonly string[];
}

export interface Guess {
  template: Template;
  /** Why sender and receiver change places, and by which column; undefined where they do not. */
  direction?: { column: string; reason: Said } | undefined;
  /** In the order of the interface. */
  fields: readonly GuessedField[];
  /** Whether nothing is left for a person to decide: the columns are the fields of a transaction themselves. */
  isCertain: boolean;
}

export interface Sample {
  columns: readonly string[];
  reading: Reading;
  rows: readonly Row[];
}

/** Rows that are looked at; more hardly change the guess. */
const MOST_ROWS = 200;
const ADDITIONAL = 'additional_fields.';
const NAMED = fact('It is called as the field is.');
const MOSTLY = 0.9;
/** Of a field about which a person has nothing to decide. */
const CERTAIN = 0.9;

/** @param name what the template is called */
export function guessTemplate({ columns, reading, rows }: Sample, name: string): Guess {
  const sample = rows.slice(0, MOST_ROWS);
  // Where points and commas are open: semicolons are mostly used where the comma stands before decimals.
  const preferred = reading.format === 'delimited' && reading.delimiter === ';' ? ',' : '.';
  // A source names its column, so the second of the same name cannot be meant.
  const profiles = columns.flatMap((column, place) =>
    columns.indexOf(column) === place ? [profileOf(column, place, sample, preferred)] : [],
  );
  const own = ownFields(columns, reading.format);
  const guesses = new FieldGuesses(profiles, sample, own);
  const fields = guesses.fields.toSorted((one, other) => placeOf(one.field) - placeOf(other.field));
  const certain = fields.filter(({ isAssigned }) => isAssigned);
  const values = new Map(certain.map(({ field, value }) => [field, value]));
  const inside = [...values].filter(([field]) => field.startsWith(ADDITIONAL));
  const direction = own === undefined ? guessedDirection(profiles, values, { columns, rows: sample }) : undefined;
  if (own === undefined && direction === undefined) guesses.noteSide();
  const template: Template = {
    version: 1,
    name,
    reading,
    columns: [...columns, ...laterColumns(own)],
    numbers: guesses.numbers ?? { decimal: preferred, thousands: preferred === ',' ? '.' : ',' },
    dates: { formats: guesses.dateFormats, zone: 'as-written' },
    fields: {
      ...Object.fromEntries([...(direction?.fields ?? values)].filter(([field]) => !field.startsWith(ADDITIONAL))),
      ...Object.fromEntries([...(own?.later ?? [])].map(([field, column]) => [field, wholeColumn(column)])),
    },
    entities: entitiesOf(certain),
    ...(direction !== undefined && { direction: direction.direction }),
    additionalFields: Object.fromEntries(inside.map(([field, value]) => [field.slice(ADDITIONAL.length), value])),
    otherColumns: 'additional-fields',
    leaveOutRows: [],
  };
  const isCertain = own !== undefined && fields.every((one) => one.isAssigned && one.confidence >= CERTAIN);
  return {
    template,
    fields: fields.map((field) => ({ ...field, value: direction?.fields.get(field.field) ?? field.value })),
    direction: direction && { column: direction.column, reason: direction.reason },
    isCertain,
  };
}

const laterColumns = (own: OwnFields | undefined): readonly string[] => [...(own?.later.values() ?? [])];
const wholeColumn = (column: string): PlainValue => ({ source: { from: 'column', column } });

function placeOf(field: string): number {
  const place = mappableFields.indexOf(field);
  return place === -1 ? mappableFields.length : place;
}

/** Where both forms of an entity have columns, the filled id decides. */
function entitiesOf(fields: readonly GuessedField[]): Template['entities'] {
  const entities: Template['entities'] = {};
  for (const role of roles) {
    const column = fields.find(({ field }) => field === `${role}.by_external_id`)?.columns[0];
    const hasName = fields.some(({ field }) => field === `${role}.unknown.full_name`);
    if (column !== undefined && hasName) entities[role] = { knownWhen: { column, test: 'filled' } };
  }
  return entities;
}

/** The ids that are made of the row's key where no column has them. */
const REQUEST = 'request_uuid';
const ofTransaction = new Set(['payment_external_id', 'transaction_external_id', 'modification.external_id']);
const ids = [REQUEST, ...ofTransaction];
const countriesOfRoles = [
  [OWN_COUNTRY, 'sender'],
  [OTHER_COUNTRY, 'receiver'],
] as const;
const kindsWithValues: ReadonlySet<string> = new Set([
  ...['payment_type', 'payment_method', 'modification.type', 'risk_assessment', 'country'],
]);

/** Collects the guesses about all fields; what belongs together comes after what stands alone. */
class FieldGuesses {
  readonly fields: GuessedField[] = [];
  numbers: Template['numbers'] | undefined;
  dateFormats: string[] = ['iso'];
  readonly #columns: readonly ColumnProfile[];

  /** @param own the columns of fields that are called as the interface calls them: then nothing is guessed */
  constructor(columns: readonly ColumnProfile[], rows: readonly Row[], own: OwnFields | undefined) {
    this.#columns = columns;
    if (own !== undefined) {
      this.#addOwn(own);
      return;
    }
    const all = pairsOf(columns);
    const pairs = assigned(all);
    this.numbers = pairs.get('modification.amount')?.column.marks?.numbers ?? marksOfAny(columns);
    for (const pair of pairs.values()) this.#addPair(pair);
    this.#addTwoAmounts(pairs.get('modification.amount'));
    this.#addCurrencyOfAmount();
    this.#joinTime(pairs.get('modification.created_at'));
    for (const role of roles) this.#addPartyId(role);
    this.#addCountriesOfIbans(all);
    this.#addMissingIds(rows);
  }

  #addOwn({ fields, additional, nested }: OwnFields): void {
    const profileOfColumn = new Map(this.#columns.map((column) => [column.name, column]));
    const amount = profileOfColumn.get(fields.get('modification.amount') ?? '');
    this.numbers = amount?.marks?.numbers ?? marksOfAny(this.#columns);
    for (const [field, name] of fields) {
      const column = profileOfColumn.get(name);
      if (column === undefined) continue;
      const isOther = kindOfField(field) === 'uuid' && column.cells.length > 0 && column.uuids < MOSTLY;
      const reason = isOther ? together([NAMED, fact('Its ids are no UUIDs, so UUIDs are made of them.')]) : NAMED;
      this.#addPair({ field, column, confidence: isOther ? 0.7 : 1, isNamed: true, reason });
    }
    for (const [key, name] of additional) {
      const column = profileOfColumn.get(name);
      // What the file does not store as a text stays as it is written.
      const isAsWritten = column !== undefined && column.stored > 0;
      const isMixed = isAsWritten && column.stored < 1;
      const reason = isMixed ? fact('Some of its cells are texts, and some are not.') : NAMED;
      this.fields.push({
        field: `${ADDITIONAL}${key}`,
        columns: [name],
        confidence: isMixed ? 0.5 : 1,
        reason,
        distinct: [],
        isAssigned: !isMixed,
        value: { ...wholeColumn(name), ...(isAsWritten && !isMixed && { type: 'json' }) },
      });
    }
    for (const name of nested) {
      const reason = fact('It is within an object in additional_fields, of which no column can be made again.');
      this.fields.push({
        field: `${ADDITIONAL}${name.split('.').at(-1)}`,
        columns: [name],
        confidence: 0.5,
        reason,
        distinct: [],
        isAssigned: false,
        value: wholeColumn(name),
      });
    }
  }

  #addPair({ field, column, confidence, reason }: Pair): void {
    const { marks, dates } = column;
    const kind = kindOfField(field);
    // A guess that could make a thousandth of an amount, or a thousand of it, is for a person.
    const isAmountOpen = kind === 'amount' && marks?.isCertain === false;
    const doubts: Fact[] = [];
    if (isAmountOpen) doubts.push(fact('Its marks could also mean other numbers: compare one with the source.'));
    if (kind === 'date-time' && dates?.isOrderOpen)
      doubts.push(fact('Day and month could be the other way round: compare one with the source.'));
    const sure = doubts.length === 0 ? confidence : Math.min(confidence, 0.7);
    this.fields.push({
      field,
      columns: [column.name],
      confidence: sure,
      reason: together([reason, ...doubts]),
      isAssigned: !isAmountOpen && sure >= SURE_ENOUGH,
      value: guessedValue(field, column, this.numbers),
      distinct: kindsWithValues.has(kind ?? '') ? column.distinct : [],
    });
    if (kind === 'date-time' && dates !== undefined) this.dateFormats = dates.formats;
  }

  #replace(field: GuessedField): void {
    const place = this.fields.findIndex((known) => known.field === field.field);
    if (place === -1) this.fields.push(field);
    else this.fields[place] = field;
  }

  #addTwoAmounts(amount: Pair | undefined): void {
    const two = (amount?.confidence ?? 0) >= 0.8 ? undefined : twoAmounts(this.#columns);
    if (two === undefined) return;
    const [one, other] = two.columns.map((name) => shown(name));
    const reason = fact('Each row has its amount either in {one} or in {other}.', {
      one: one ?? '',
      other: other ?? '',
    });
    this.#replace({ field: 'modification.amount', ...two, confidence: 0.75, reason, isAssigned: true, distinct: [] });
  }

  /** Where no column has the currency, the name of the amount may say that of all rows. */
  #addCurrencyOfAmount(): void {
    const field = 'modification.currency';
    if (this.fields.some((known) => known.field === field && known.isAssigned)) return;
    const [amount = '', ...others] = this.fields.find((known) => known.field === 'modification.amount')?.columns ?? [];
    const code = others.length === 0 ? currencyInName(amount) : undefined;
    if (code === undefined) return;
    const reason = fact('No column has it, and the name of {column} says {currency}.', {
      column: shown(amount),
      currency: code,
    });
    const value: Value = { source: { from: 'constant', text: code } };
    this.#replace({ field, columns: [], confidence: 0.75, reason, isAssigned: true, distinct: [], value });
  }

  /** Where no column has the country of a party, its IBAN begins with it. */
  #addCountriesOfIbans(pairs: readonly Pair[]): void {
    for (const [field, role] of countriesOfRoles) {
      if (this.fields.some((known) => known.field === field && known.isAssigned)) continue;
      const pair = pairs.find(
        ({ field: of, column, confidence }) =>
          of.startsWith(`${role}.`) && column.ibans >= MOSTLY && confidence >= SURE_ENOUGH,
      );
      if (pair === undefined) continue;
      const { name } = pair.column;
      this.#replace({
        field,
        columns: [name],
        confidence: Math.min(0.75, pair.confidence),
        reason: fact('No column has it, and each IBAN in {column} begins with the country of its account.', {
          column: shown(name),
        }),
        isAssigned: true,
        distinct: [],
        value: { source: { from: 'column', column: name, part: 'country-of-iban' } },
      });
    }
  }

  /** Says that the sign may follow a column. */
  noteSide(): void {
    const side = sideOf(this.#columns);
    const amount = this.fields.find(({ field }) => field === 'modification.amount');
    if (side === undefined || amount === undefined) return;
    const seems = fact('{column} ({cells}) seems to say whether it is a debit: decide whether the sign follows it.', {
      column: shown(side.name),
      cells: listed(side.distinct.map((cell) => shown(cell))),
    });
    amount.reason = together([amount.reason, seems]);
  }

  #joinTime(date: Pair | undefined): void {
    const time = date && timeBeside(this.#columns, date.column);
    if (date === undefined || time === undefined) return;
    const columns = [date.column.name, time.column.name];
    const known = this.fields.find(({ field }) => field === 'modification.created_at');
    if (known === undefined) return;
    // Rows without a time still have a date.
    this.dateFormats = this.dateFormats.flatMap((format) => [
      `${format === 'iso' ? 'YYYY-MM-DD' : format} ${time.format}`,
      format,
    ]);
    this.#replace({
      ...known,
      columns,
      value: { source: { from: 'columns', columns, separator: ' ' } },
      reason: together([known.reason, fact('The time of day is in {column}.', { column: shown(time.column.name) })]),
    });
  }

  /** An unknown party needs an id; its name or its account tells it from others. */
  #addPartyId(role: string): void {
    const name = this.fields.find(({ field }) => field === `${role}.unknown.full_name`);
    const field = `${role}.unknown.external_id`;
    if (name === undefined || this.fields.some((known) => known.field === field)) return;
    this.fields.push({
      field,
      columns: name.columns,
      confidence: Math.min(0.7, name.confidence),
      isAssigned: name.isAssigned,
      value: { source: { from: 'uuid', columns: [...name.columns] } },
      distinct: [],
      reason: fact('No column has its id, so the same UUID is made wherever the name is the same.'),
    });
  }

  #addMissingIds(rows: readonly Row[]): void {
    const cells = rows.map((row) => row.cells.map((cell = '') => cell.trim()));
    const known = this.fields.filter(({ isAssigned }) => isAssigned);
    const placesOf = (are: (field: string) => boolean) => {
      const names = new Set(known.filter(({ field }) => are(field)).flatMap(({ columns }) => columns));
      return new Set(this.#columns.filter(({ name }) => names.has(name)).map(({ place }) => place));
    };
    const [requests, transactions] = [
      placesOf((field) => field === REQUEST),
      placesOf((field) => ofTransaction.has(field)),
    ];
    const spoken = placesOf((field) => !ids.includes(field));
    const keyOf = (columns: readonly ColumnProfile[]) => guessRowKey(columns, cells, transactions, spoken);
    // One request may have many transactions: its id tells them apart only where nothing else does.
    const own = keyOf(this.#columns.filter(({ place }) => !requests.has(place)));
    const key = own?.isDistinct === true ? own : keyOf(this.#columns);
    if (key === undefined) return;
    const [value, reason] = [valueOfKey(key), reasonOfKey(key)];
    for (const field of ids) {
      if (known.some((one) => one.field === field)) continue;
      this.#replace({
        field,
        columns: key.columns,
        confidence: key.isDistinct ? 0.7 : 0.3,
        reason,
        isAssigned: key.isDistinct,
        value,
        distinct: [],
      });
    }
  }
}

function marksOfAny(columns: readonly ColumnProfile[]): Template['numbers'] | undefined {
  return columns.find(({ hasDecimals, numbers }) => hasDecimals && numbers >= 0.9)?.marks?.numbers;
}
