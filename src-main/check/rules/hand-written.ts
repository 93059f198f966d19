/** @file JSON files that people write by hand: what is wrong in one is said in words, before anything is done by it. */

import type { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { jsonFault } from '../../ground/json/json-fault.ts';
import { shownInEnglish as shown } from '../findings/finding.ts';
import { duplicateKeys } from './duplicate-keys.ts';

export interface HandWritten<Value> {
  schema: z.ZodType<Value>;
  /** What it is called where a problem concerns it as a whole. */
  name: string;
  /** One that is right, for those who wrote something of another form. */
  example?: string;
  /** The version that is read, where a later Tranship may write a later one. */
  version?: number;
  unreadable: 'rules.unreadable' | 'recipe.unreadable' | 'template.unreadable' | 'manifest.unreadable';
}

/** A person mends some, and tries again. */
const MOST_TOLD = 20;

/** The value of a JSON text; `path` names it in the error. Throws AppError with the code of `unreadable`. */
export function parseHandWritten<Value>(text: string, path: string, kind: HandWritten<Value>): Value {
  const json = text.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    const problem = fact('this is not valid JSON ({fault}).', {
      fault: jsonFault(cause),
    });
    throw new AppError(kind.unreadable, { path, problem }, { cause });
  }
  // JSON.parse keeps the last value, which may not be the one that was meant.
  const [duplicate] = duplicateKeys(json, value);
  if (duplicate !== undefined) {
    const problem = fact('{path} appears more than once. Keep only the one that counts.', { path: duplicate.path });
    throw new AppError(kind.unreadable, { path, problem });
  }
  const problem = laterVersion(value, kind);
  if (problem !== undefined) throw new AppError(kind.unreadable, { path, problem });
  const result = kind.schema.safeParse(value);
  if (result.success) return result.data;
  const told = result.error.issues.slice(0, MOST_TOLD);
  const problems = told.map((issue) => `${placeOf(issue) || kind.name}: ${inWords(issue, value)}`).join('; ');
  const isOfOtherForm = told.some(({ code }) => code === 'invalid_type' || code === 'invalid_union');
  const example = isOfOtherForm && kind.example !== undefined ? `. For example: ${kind.example}` : '';
  throw new AppError(kind.unreadable, { path, problem: `${problems}${example}` }, { cause: result.error });
}

/** “steps.2.to”: in a list, people count from 1. */
function placeOf({ path }: z.core.$ZodIssue): string {
  return path.map((key) => (typeof key === 'number' ? key + 1 : String(key))).join('.');
}

function inWords(issue: z.core.$ZodIssue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return isMissing(issue, value) ? `is missing: ${formOf(issue.expected)}` : `must be ${formOf(issue.expected)}`;
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'unrecognized_keys':
      return `has ${issue.keys
        .slice(0, MOST_TOLD)
        .map((key) => shown(key))
        .join(', ')}, which does not belong there`;
    case 'invalid_union':
      return 'is missing, or is nothing that may stand there';
    default:
      return issue.message;
  }
}

function isMissing({ path }: z.core.$ZodIssue, value: unknown): boolean {
  const at = path.reduce<unknown>(
    (whole, key) => (typeof whole === 'object' && whole !== null ? Reflect.get(whole, key) : undefined),
    value,
  );
  return at === undefined;
}

/** As a person writes it. */
function formOf(expected: string): string {
  switch (expected) {
    case 'object':
    case 'record':
      return 'an object in braces';
    case 'array':
      return 'a list in brackets';
    case 'string':
      return 'a text in quotation marks';
    case 'number':
    case 'int':
      return 'a number';
    case 'boolean':
      return 'true or false';
    default:
      return `of another kind (${expected})`;
  }
}

/** A later version may have what is unknown here: complaints about that would lead a person astray. */
function laterVersion(value: unknown, { name, version }: HandWritten<unknown>): string | undefined {
  if (version === undefined || typeof value !== 'object' || value === null || !('version' in value)) return undefined;
  const own = value.version;
  if (typeof own !== 'number' || !(own > version)) return undefined;
  return `this ${name} was made for a newer version of Tranship (${name} version ${own}; this one reads version ${version}). Update Tranship to use it.`;
}
