/**
 * @file The fields of a transaction (§2.2–§2.4) as zod schemas, and the `field.*` complaints they lead to.
 *
 * | oddity                        | decision                                                              |
 * |-------------------------------|-----------------------------------------------------------------------|
 * | 1e400                         | `field.implausible`: no finite number can stand for it                |
 * | -0                            | a zero like any other, hence not negative                             |
 * | integers beyond 2^53          | accepted; the file's own bytes are sent, so nothing is rounded        |
 * | NUL, lone surrogate (escaped) | `field.implausible` in a described text field: databases refuse them  |
 * | anything in additional_fields | accepted; the interface leaves its values open                        |
 */

import { z } from 'zod';
import { HOUR } from '../clock.ts';
import { countryCodes, currencyCodes } from './codes.ts';
import { type Complaint, type RuleId, shorten, shown } from './finding.ts';
import { isJsonObject, type JsonObject, valueAt } from './json-object.ts';

/** The zone furthest ahead is UTC+14: a local time without zone beyond that lies in the future everywhere. */
const FURTHEST_ZONE = 14 * HOUR;

/** Unknown fields of one object that are named one by one; the others are only counted. */
const MOST_UNKNOWN_FIELDS = 20;

export interface FieldOptions {
  /** The only values these fields may have, as in the rule set. */
  allowed: {
    [field in 'payment_method' | 'payment_type' | 'modification.type' | 'risk_assessment']?:
      | readonly string[]
      | undefined;
  };
  /** Milliseconds since the epoch, for dates in the future. */
  now: number;
}

type Objection = { rule: RuleId; must: string } | undefined;

const format = (must: string): Objection => ({ rule: 'field.format', must });
const implausible = (must: string): Objection => ({ rule: 'field.implausible', must });

/** A text field with a judgement of its own; `must` goes on after the field's name and ends before the value. */
function text(judge: (value: string) => Objection) {
  return z.string().check(({ value, issues }) => {
    const objection = judge(value);
    if (objection !== undefined) {
      issues.push({ code: 'custom', input: value, message: objection.must, params: { rule: objection.rule } });
    }
  });
}

function storable(value: string): Objection {
  return value.includes('\0') || !value.isWellFormed()
    ? implausible('should hold no NUL character and no half of a character pair')
    : undefined;
}

function oneOf(allowed: readonly string[] | undefined) {
  if (allowed === undefined) return text(storable);
  const values = new Set(allowed);
  const must = `must be one of ${shorten(allowed.map((value) => `“${value}”`).join(', '), 200)}`;
  return text((value) => (values.has(value) ? undefined : format(must)));
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const uuid = text((value) => (UUID.test(value) ? undefined : format('must be a UUID')));

const country = text((value) => {
  if (countryCodes.has(value)) return undefined;
  return /^[A-Z]{2}$/.test(value)
    ? implausible('should be a country code that ISO 3166-1 assigns')
    : format('must be two upper-case letters');
});

const currency = text((value) => {
  if (currencyCodes.has(value)) return undefined;
  return /^[A-Z]{3}$/.test(value)
    ? implausible('should be a currency code that ISO 4217 assigns')
    : format('must be three upper-case letters');
});

// Not z.number(): it calls the Infinity that JSON.parse makes of 1e400 a wrong type.
const amount = z
  .custom<number>((value) => typeof value === 'number', { params: { type: 'number' }, abort: true })
  .check(({ value, issues }) => {
    if (value >= 0 && value !== Number.POSITIVE_INFINITY) return;
    const must = value < 0 ? 'should not be negative' : 'should be a number that can be represented';
    issues.push({ code: 'custom', input: value, message: must, params: { rule: 'field.implausible' } });
  });

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?$/;

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function dateTime(now: number) {
  // Date-times of one shape sort as texts.
  const latest = new Date(now + FURTHEST_ZONE).toISOString().slice(0, 19);
  return text((value) => {
    const parts = DATE_TIME.exec(value);
    if (parts === null) return format('must be a date and time without zone such as 2025-01-31T23:59:59');
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1).map(Number);
    const dayExists = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
    if (!dayExists || hour > 23 || minute > 59 || second > 59) return format('must be a date and time that exists');
    return value.slice(0, 19) > latest ? implausible('should not lie in the future') : undefined;
  });
}

/** Accepts any object without walking through it: its values are open and may be nested without end. */
const openObject = z.custom<JsonObject>(isJsonObject, { params: { type: 'object' } });

function transactionSchema({ allowed, now }: FieldOptions) {
  const entity = z
    .strictObject({
      by_external_id: text((value) => (value === '' ? format('must not be empty') : storable(value))).optional(),
      external_entity_type: text((value) =>
        value === 'unknown' ? undefined : implausible('should be “unknown”, the one value that is described'),
      ).optional(),
      unknown: z
        .strictObject({
          external_id: uuid.optional(),
          full_name: text(storable).optional(),
          risk_assessment: oneOf(allowed.risk_assessment).optional(),
        })
        .optional(),
    })
    .optional();
  return z.strictObject({
    request_uuid: uuid.optional(),
    payment_external_id: uuid.optional(),
    transaction_external_id: uuid.optional(),
    payment_source_country: country.optional(),
    payment_target_country: country.optional(),
    payment_method: oneOf(allowed.payment_method).optional(),
    payment_type: oneOf(allowed.payment_type).optional(),
    additional_fields: openObject.optional(),
    sender: entity,
    sending_partner: entity,
    receiver: entity,
    receiving_partner: entity,
    modification: z
      .strictObject({
        external_id: uuid.optional(),
        type: oneOf(allowed['modification.type']).optional(),
        amount: amount.optional(),
        monitoring_amount: amount.optional(),
        original_amount: amount.optional(),
        currency: currency.optional(),
        monitoring_currency: currency.optional(),
        original_currency: currency.optional(),
        created_at: dateTime(now).optional(),
      })
      .optional(),
  });
}

/** The dotted paths of all fields that the interface describes. */
const describedFields: ReadonlySet<string> = new Set(fieldPaths(transactionSchema({ allowed: {}, now: 0 }), []));

function fieldPaths(schema: unknown, keys: readonly string[]): string[] {
  if (schema instanceof z.ZodOptional) return fieldPaths(schema.unwrap(), keys);
  if (!(schema instanceof z.ZodObject)) return [keys.join('.')];
  const inner = Object.entries(schema.shape).flatMap(([key, field]) => fieldPaths(field, [...keys, key]));
  return keys.length === 0 ? inner : [keys.join('.'), ...inner];
}

/** True for the dotted path of a field that a transaction can have; anything goes inside `additional_fields`. */
export function isTransactionField(path: string): boolean {
  return describedFields.has(path) || path.startsWith('additional_fields.');
}

const typeNames: Record<string, string> = { string: 'a text', number: 'a number', object: 'an object' };

/** Builds the judge of the single fields: stated types and formats where a field is present, and unknown fields. */
export function fieldJudge(options: FieldOptions): (transaction: JsonObject) => Complaint[] {
  const schema = transactionSchema(options);
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
    const message = `${more} more fields here are none that the service describes.`;
    complaints.push({ rule: 'field.unknown', path, message });
  }
  return complaints;
}

/** Complains about each required path that is absent from an object that is there. */
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
