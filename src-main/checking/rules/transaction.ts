/**
 * @file The fields of a transaction (§2.2–§2.4) as zod schemas, and the `field.*` complaints that result.
 *
 * | oddity                        | decision                                                              |
 * |-------------------------------|-----------------------------------------------------------------------|
 * | 1e400                         | `field.implausible`: no finite number represents it                   |
 * | -0                            | a zero like any other, so not negative                                |
 * | integers beyond 2^53          | accepted; the file's own bytes are sent, so nothing is rounded        |
 * | NUL, lone surrogate (escaped) | `field.implausible` in a described text field: databases refuse them  |
 * | anything in additional_fields | accepted; the interface leaves its values open                        |
 */

import { z } from 'zod';
import { type Complaint, type RuleId, shorten, shown } from '../findings/finding.ts';
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

function checkWith<Value>(judge: ValueJudge<Value>): z.core.CheckFn<Value> {
  return ({ value, issues }) => {
    const objection = judge(value);
    if (objection === undefined) return;
    issues.push({ code: 'custom', input: value, message: objection.must, params: { rule: objection.rule } });
  };
}

// Not z.number(), which reports the Infinity that JSON.parse makes of 1e400 as a wrong type.
const amount = z
  .custom<number>((value) => typeof value === 'number', { params: { type: 'number' }, abort: true })
  .check(checkWith(judgeAmount));

/** Accepts any object without traversing it: its values are open and may be nested without limit. */
const openObject = z.custom<JsonObject>(isJsonObject, { params: { type: 'object' } });

type KindSchema = (kind: FieldKind) => z.ZodType;

function kindSchemas(options: FieldOptions): KindSchema {
  const judges = textJudges(options);
  return (kind) => {
    if (kind === 'amount') return amount;
    return kind === 'open-object' ? openObject : z.string().check(checkWith(judges[kind]));
  };
}

function objectSchema(fields: FieldTree, schemaOf: KindSchema): z.ZodType {
  const schemas = Object.entries(fields).map(([key, field]) => {
    const schema = typeof field === 'string' ? schemaOf(field) : objectSchema(field, schemaOf);
    return [key, schema.optional()];
  });
  return z.strictObject(Object.fromEntries(schemas));
}

const typeNames: Record<string, string> = { string: 'a text', number: 'a number', object: 'an object' };

/**
 * Builds the explainer of faults in single fields: types and formats of the fields present, and unknown fields. It
 * agrees with the predicate in field-predicate.ts, which is several times faster.
 */
export function fieldExplainer(options: FieldOptions): (transaction: JsonObject) => Complaint[] {
  const schema = objectSchema(transactionFields, kindSchemas(options));
  return (transaction) => {
    const result = schema.safeParse(transaction, { reportInput: true });
    return result.success ? [] : result.error.issues.flatMap(complaintsOf);
  };
}

function complaintsOf(issue: z.core.$ZodIssue): Complaint[] {
  const path = issue.path.join('.');
  const but = `but is ${shown(issue.input)}.`;
  switch (issue.code) {
    case 'invalid_type':
      return [wrongType(path, issue.expected, but)];
    case 'custom':
      return issue.params?.['type'] === undefined
        ? [{ rule: issue.params?.['rule'], path, message: `${path} ${issue.message}, ${but}` }]
        : [wrongType(path, issue.params['type'], but)];
    case 'unrecognized_keys':
      return unknownFields(path, issue.keys);
    default:
      throw new Error(`The schemas of a transaction raise no issue of the kind ${issue.code}.`);
  }
}

function wrongType(path: string, expected: string, but: string): Complaint {
  return { rule: 'field.type', path, message: `${path} must be ${typeNames[expected] ?? expected}, ${but}` };
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

/** Complains about each required path that is absent from an existing object. */
export function missingFields(transaction: JsonObject, required: readonly string[]): Complaint[] {
  return required
    .filter((path) => isMissing(transaction, path.split('.')))
    .map((path) => ({ rule: 'field.required', path, message: `${path} is required, but it is missing.` }));
}

function isMissing(transaction: JsonObject, keys: readonly string[]): boolean {
  let container: unknown = transaction;
  for (const key of keys.slice(0, -1)) container = isJsonObject(container) ? valueAt(container, key) : undefined;
  return isJsonObject(container) && valueAt(container, keys.at(-1) ?? '') === undefined;
}
