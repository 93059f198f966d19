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

import { type Complaint, kept, type RuleId, shorten, shown } from '../findings/finding.ts';
import { countryCodes, currencyCodes, isCurrencyForm } from './codes.ts';
import { hasDateTimeForm, isDateTime, latestDateTime } from './date-times.ts';
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
  /** Continues the sentence after the field's name, and ends before the value. */
  must: string;
}

/** Judges a value of the right type; returns undefined when it is allowed. */
type ValueJudge<Value> = (value: Value) => Objection | undefined;

/** The kinds of fields that hold a text. */
export type TextKind = Exclude<FieldKind, 'amount' | 'open-object'>;

const format = (must: string): Objection => ({ rule: 'field.format', must });
const implausible = (must: string): Objection => ({ rule: 'field.implausible', must });

const storable: ValueJudge<string> = (value) =>
  value.includes('\0') || !value.isWellFormed()
    ? implausible('should not contain a NUL character or half of a character pair')
    : undefined;

function oneOf(allowed: readonly string[] | undefined): ValueJudge<string> {
  if (allowed === undefined) return storable;
  const values = new Set(allowed);
  const must = `must be one of ${shorten(allowed.map((value) => `“${value}”`).join(', '), 200)}`;
  return (value) => (values.has(value) ? undefined : format(must));
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const uuid: ValueJudge<string> = (value) => (UUID.test(value) ? undefined : format('must be a UUID'));

const country: ValueJudge<string> = (value) => {
  if (countryCodes.has(value)) return undefined;
  return /^[A-Z]{2}$/.test(value)
    ? implausible('should be a country code that ISO 3166-1 assigns')
    : format('must be two upper-case letters');
};

const currency: ValueJudge<string> = (value) => {
  if (currencyCodes.has(value)) return undefined;
  return isCurrencyForm(value)
    ? implausible('should be a currency code that ISO 4217 assigns')
    : format('must be three upper-case letters');
};

/** Judges an amount. */
export const judgeAmount: ValueJudge<number> = (value) => {
  if (value >= 0 && value !== Number.POSITIVE_INFINITY) return undefined;
  return implausible(value < 0 ? 'should not be negative' : 'should be a number that can be represented');
};

function dateTime(now: number): ValueJudge<string> {
  // Date-times of the same form sort as texts.
  const latest = latestDateTime(now);
  return (value) => {
    if (!isDateTime(value)) {
      const hasForm = hasDateTimeForm(value);
      return format(
        hasForm
          ? 'must be a date and time that exists'
          : 'must be a date and time without zone such as 2025-01-31T23:59:59',
      );
    }
    return value.slice(0, 19) > latest ? implausible('should not lie in the future') : undefined;
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
    identifier: (value) => (value === '' ? format('must not be empty') : storable(value)),
    'entity-type': (value) =>
      value === 'unknown' ? undefined : implausible('should be “unknown”, the only value that the service describes'),
    payment_method: oneOf(allowed.payment_method),
    payment_type: oneOf(allowed.payment_type),
    'modification.type': oneOf(allowed['modification.type']),
    risk_assessment: oneOf(allowed.risk_assessment),
  };
}

const typeNames = { string: 'a text', number: 'a number', object: 'an object' };

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
  const { rule, must } = objection;
  complaints.push({ rule, path, message: `${path} ${must}, but is ${shown(value)}.`, value: kept(value) });
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

function wrongType(path: string, expected: keyof typeof typeNames, value: unknown): Complaint {
  const message = `${path} must be ${typeNames[expected]}, but is ${shown(value)}.`;
  return { rule: 'field.type', path, message, value: kept(value) };
}

function unknownFields(path: string, keys: readonly string[]): Complaint[] {
  const complaints = keys.slice(0, MOST_UNKNOWN_FIELDS).map((key): Complaint => {
    const field = shorten(path === '' ? key : `${path}.${key}`, 200);
    return {
      rule: 'field.unknown',
      path: field,
      message: `${shown(field)} is not a field that the service describes.`,
    };
  });
  const more = keys.length - complaints.length;
  if (more > 0) {
    const message = `The service does not describe ${more} more fields here.`;
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
        complaints.push({ rule: 'field.required', path, message: `${path} is required, but it is missing.` });
    }
    return complaints;
  };
}
