/**
 * @file The rules for the fields of a transaction (§2.2–§2.4), and the `field.*` complaints that result.
 *
 * | oddity                        | decision                                                              |
 * |-------------------------------|-----------------------------------------------------------------------|
 * | 1e400                         | `field.implausible`: no finite number represents it                   |
 * | -0                            | a zero like any other, so not negative                                |
 * | integers beyond 2^53          | accepted; the file's own bytes are sent, so nothing is rounded        |
 * | NUL, lone surrogate (escaped) | `field.implausible` in a described text field: databases refuse them  |
 * | anything in additional_fields | accepted; the interface leaves its values open                        |
 */

import { hasDateTimeForm, isDateTime, latestDateTime } from '../../../src-shared/date-times.ts';
import { type Fact, fact, type Said } from '../../../src-shared/languages/fact.ts';
import { quotedWithin } from '../../../src-shared/languages/quoted.ts';
import { isUuid } from '../../../src-shared/uuid.ts';
import { type Complaint, kept, type RuleId, shorten, shown } from '../findings/finding.ts';
import { countryCodes, currencyCodes, isCurrencyForm } from './codes.ts';
import { isJsonObject, type JsonObject, valueAt } from './json-object.ts';
import { type FieldKind, type FieldTree, type RestrictableField, transactionFields } from './transaction-fields.ts';

/** How many unknown fields of one object are reported individually; the others are only counted. */
const MOST_UNKNOWN_FIELDS = 20;

export interface FieldOptions {
  /** The only values these fields may have, as in the rule set. */
  allowed: { [field in RestrictableField]?: readonly string[] | undefined };
  /** Milliseconds since the epoch, to recognise dates in the future. */
  now: number;
}

/** Why the interface does not allow a value. */
export interface Objection {
  rule: RuleId;
  /** Of the field and what stands in it. */
  says: Saying;
}

/** The whole sentence about a field. */
export type Saying = (given: { path: Said; value: Said }) => Fact;

/** Judges a value of the right type; returns undefined when it is allowed. */
type ValueJudge<Value> = (value: Value) => Objection | undefined;

/** The kinds of fields that hold a text. */
export type TextKind = Exclude<FieldKind, 'amount' | 'open-object'>;

const format = (says: Saying): Objection => ({ rule: 'field.format', says });
const implausible = (says: Saying): Objection => ({ rule: 'field.implausible', says });

const storable: ValueJudge<string> = (value) =>
  value.includes('\0') || !value.isWellFormed()
    ? implausible((given) =>
        fact('{path} should not contain a NUL character or half of a character pair, but is {value}.', given),
      )
    : undefined;

function oneOf(allowed: readonly string[] | undefined): ValueJudge<string> {
  if (allowed === undefined) return storable;
  const values = new Set(allowed);
  const listed = quotedWithin(allowed, 200);
  const says: Saying = (given) => fact('{path} must be one of {values}, but is {value}.', { ...given, values: listed });
  return (value) => (values.has(value) ? undefined : format(says));
}

const uuid: ValueJudge<string> = (value) =>
  isUuid(value) ? undefined : format((given) => fact('{path} must be a UUID, but is {value}.', given));

const country: ValueJudge<string> = (value) => {
  if (countryCodes.has(value)) return undefined;
  return /^[A-Z]{2}$/.test(value)
    ? implausible((given) => fact('{path} should be a country code that ISO 3166-1 assigns, but is {value}.', given))
    : format((given) => fact('{path} must be two upper-case letters, but is {value}.', given));
};

const currency: ValueJudge<string> = (value) => {
  if (currencyCodes.has(value)) return undefined;
  return isCurrencyForm(value)
    ? implausible((given) => fact('{path} should be a currency code that ISO 4217 assigns, but is {value}.', given))
    : format((given) => fact('{path} must be three upper-case letters, but is {value}.', given));
};

/** Judges an amount. */
export const judgeAmount: ValueJudge<number> = (value) => {
  if (value >= 0 && value !== Number.POSITIVE_INFINITY) return undefined;
  return value < 0
    ? implausible((given) => fact('{path} should not be negative, but is {value}.', given))
    : implausible((given) => fact('{path} should be a number that can be represented, but is {value}.', given));
};

function dateTime(now: number): ValueJudge<string> {
  // Date-times of the same form sort as texts.
  const latest = latestDateTime(now);
  return (value) => {
    if (!isDateTime(value)) {
      const hasForm = hasDateTimeForm(value);
      return hasForm
        ? format((given) => fact('{path} must be a date and time that exists, but is {value}.', given))
        : format((given) =>
            fact('{path} must be a date and time without zone such as {example}, but is {value}.', {
              ...given,
              example: '2025-01-31T23:59:59',
            }),
          );
    }
    return value.slice(0, 19) > latest
      ? implausible((given) => fact('{path} should not lie in the future, but is {value}.', given))
      : undefined;
  };
}

/** The judge of each kind of text. */
export function textJudges({ allowed, now }: FieldOptions): Readonly<Record<TextKind, ValueJudge<string>>> {
  return {
    uuid,
    country,
    currency,
    'date-time': dateTime(now),
    text: storable,
    identifier: (value) =>
      value === '' ? format((given) => fact('{path} must not be empty, but is {value}.', given)) : storable(value),
    'entity-type': (value) =>
      value === 'unknown'
        ? undefined
        : implausible((given) =>
            fact('{path} should be “unknown”, the only value that the service describes, but is {value}.', given),
          ),
    payment_method: oneOf(allowed.payment_method),
    payment_type: oneOf(allowed.payment_type),
    'modification.type': oneOf(allowed['modification.type']),
    risk_assessment: oneOf(allowed.risk_assessment),
  };
}

const wrongTypes = {
  string: (given) => fact('{path} must be a text, but is {value}.', given),
  number: (given) => fact('{path} must be a number, but is {value}.', given),
  object: (given) => fact('{path} must be an object, but is {value}.', given),
} satisfies Record<string, Saying>;

/** Adds the complaints about the value at a path. */
type Explainer = (value: unknown, path: string, complaints: Complaint[]) => void;

/** Builds the explainer of faults in single fields: types and formats of the fields present, and unknown fields. */
export function fieldExplainer(options: FieldOptions): (transaction: JsonObject) => Complaint[] {
  const judges = textJudges(options);
  const explain = objectExplainer(transactionFields, (kind) => valueExplainer(kind, judges));
  return (transaction) => {
    const complaints: Complaint[] = [];
    explain(transaction, '', complaints);
    return complaints;
  };
}

function valueExplainer(kind: FieldKind, judges: ReturnType<typeof textJudges>): Explainer {
  // An open object is not traversed: its values are open and may be nested without limit.
  if (kind === 'open-object') {
    return (value, path, complaints) => {
      if (!isJsonObject(value)) complaints.push(wrongType(path, 'object', value));
    };
  }
  if (kind === 'amount') {
    return (value, path, complaints) => {
      if (typeof value === 'number') object(judgeAmount(value), value, path, complaints);
      else complaints.push(wrongType(path, 'number', value));
    };
  }
  const judge = judges[kind];
  return (value, path, complaints) => {
    if (typeof value === 'string') object(judge(value), value, path, complaints);
    else complaints.push(wrongType(path, 'string', value));
  };
}

function object(objection: Objection | undefined, value: unknown, path: string, complaints: Complaint[]): void {
  if (objection === undefined) return;
  const { rule, says } = objection;
  complaints.push({ rule, path, message: says({ path, value: shown(value) }), value: kept(value) });
}

/** Complains about the described fields in the order of their description, then about unknown ones. */
function objectExplainer(fields: FieldTree, explainerOf: (kind: FieldKind) => Explainer): Explainer {
  const explainers = Object.entries(fields).map(([key, field]): [string, Explainer] => [
    key,
    typeof field === 'string' ? explainerOf(field) : objectExplainer(field, explainerOf),
  ]);
  return (value, path, complaints) => {
    if (!isJsonObject(value)) {
      complaints.push(wrongType(path, 'object', value));
      return;
    }
    let described = 0;
    for (const [key, explain] of explainers) {
      if (!Object.hasOwn(value, key)) continue;
      described++;
      explain(value[key], path === '' ? key : `${path}.${key}`, complaints);
    }
    const keys = Object.keys(value);
    if (keys.length === described) return;
    const unknown = keys.filter((key) => !Object.hasOwn(fields, key));
    complaints.push(...unknownFields(path, unknown));
  };
}

function wrongType(path: string, expected: keyof typeof wrongTypes, value: unknown): Complaint {
  const message = wrongTypes[expected]({ path, value: shown(value) });
  return { rule: 'field.type', path, message, value: kept(value) };
}

function unknownFields(path: string, keys: readonly string[]): Complaint[] {
  const complaints = keys.slice(0, MOST_UNKNOWN_FIELDS).map((key): Complaint => {
    const field = shorten(path === '' ? key : `${path}.${key}`, 200);
    return {
      rule: 'field.unknown',
      path: field,
      message: fact('{field} is not a field that the service describes.', { field: shown(field) }),
    };
  });
  const more = keys.length - complaints.length;
  if (more > 0) {
    const message = fact('The service does not describe {count} more fields here.', { count: more });
    complaints.push({ rule: 'field.unknown', path, message });
  }
  return complaints;
}

/** Builds the complaints about each required path that is absent from an existing object. */
export function missingFields(required: readonly string[]): (transaction: JsonObject) => Complaint[] {
  const paths = required.map((path) => {
    const keys = path.split('.');
    return { path, outer: keys.slice(0, -1), key: keys.at(-1) ?? '' };
  });
  return (transaction) => {
    const complaints: Complaint[] = [];
    for (const { path, outer, key } of paths) {
      let container: unknown = transaction;
      for (const one of outer) container = isJsonObject(container) ? valueAt(container, one) : undefined;
      if (isJsonObject(container) && valueAt(container, key) === undefined)
        complaints.push({
          rule: 'field.required',
          path,
          message: fact('{path} is required, but it is missing.', { path }),
        });
    }
    return complaints;
  };
}
