/** @file The fields of a transaction as zod schemas: a second description, with which the explainer must agree word for word. */

import { z } from 'zod';
import { type Complaint, shorten, shown } from '../../src-main/check/findings/finding.ts';
import { isJsonObject, type JsonObject } from '../../src-main/check/rules/json-object.ts';
import { type FieldOptions, judgeAmount, type Objection, textJudges } from '../../src-main/check/rules/transaction.ts';
import { type FieldKind, type FieldTree, transactionFields } from '../../src-main/check/rules/transaction-fields.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';

const MOST_UNKNOWN_FIELDS = 20;

type ValueJudge<Value> = (value: Value) => Objection | undefined;

function checkWith<Value>(judge: ValueJudge<Value>): z.core.CheckFn<Value> {
  return ({ value, issues }) => {
    const objection = judge(value);
    if (objection === undefined) return;
    issues.push({ code: 'custom', input: value, params: { ...objection } });
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

/** Complaints about the fields of a transaction, by way of the schemas. */
export function zodExplainer(options: FieldOptions): (transaction: JsonObject) => Complaint[] {
  const schema = objectSchema(transactionFields, kindSchemas(options));
  return (transaction) => {
    const result = schema.safeParse(transaction, { reportInput: true });
    return result.success ? [] : result.error.issues.flatMap(complaintsOf);
  };
}

const isObjection = (params: object | undefined): params is Objection =>
  params !== undefined && 'says' in params && typeof params.says === 'function';

function complaintsOf(issue: z.core.$ZodIssue): Complaint[] {
  const path = issue.path.join('.');
  const but = `but is ${inEnglish(shown(issue.input))}.`;
  switch (issue.code) {
    case 'invalid_type':
      return [wrongType(path, issue.expected, but)];
    case 'custom':
      return [
        isObjection(issue.params)
          ? { rule: issue.params.rule, path, message: issue.params.says({ path, value: shown(issue.input) }) }
          : wrongType(path, issue.params?.['type'], but),
      ];
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
      message: `${inEnglish(shown(field))} is not a field that the service describes.`,
    };
  });
  const more = keys.length - complaints.length;
  if (more > 0) {
    const message = `The service does not describe ${more} more fields here.`;
    complaints.push({ rule: 'field.unknown', path, message });
  }
  return complaints;
}
