/** @file JSON files that people write by hand: what is wrong in one is said in words, before anything is done by it. */

import type { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { type Fact, fact, type Said, together, unpacked } from '../../../src-shared/languages/fact.ts';
import { either, listed } from '../../../src-shared/languages/lists.ts';
import { jsonFault } from '../../ground/json/json-fault.ts';
import { shorten } from '../findings/finding.ts';
import { duplicateKeys } from './duplicate-keys.ts';

export interface HandWritten<Value> {
  schema: z.ZodType<Value>;
  /** What it is called where a problem concerns it as a whole. */
  name: Fact;
  /** One that is right, for those who wrote something of another form. */
  example?: string;
  /** The version that is read, where a later Tranship may write a later one. */
  version?: { read: number; later: (versions: { own: string; read: string }) => Fact };
  unreadable: 'rules.unreadable' | 'recipe.unreadable' | 'template.unreadable' | 'manifest.unreadable';
}

/** A person mends some, and tries again. */
const MOST_TOLD = 20;

/** The value of a JSON text; `path` names it in the error. Throws AppError with the code of `unreadable`. */
export function parseHandWritten<Value>(text: string, path: Said, kind: HandWritten<Value>): Value {
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
  const isOfOtherForm = told.some(({ code }) => code === 'invalid_type' || code === 'invalid_union');
  const example = isOfOtherForm ? kind.example : undefined;
  const problems = told.map((issue, at): Fact => {
    const given = { place: placeOf(issue) || kind.name, problem: faultOf(issue, value) };
    if (at < told.length - 1) return fact('{place}: {problem};', given);
    return example === undefined
      ? fact('{place}: {problem}', given)
      : fact('{place}: {problem}. For example: {example}', { ...given, example });
  });
  throw new AppError(kind.unreadable, { path, problem: together(problems) }, { cause: result.error });
}

/** “steps.2.to”: in a list, people count from 1. */
function placeOf({ path }: z.core.$ZodIssue): string {
  return path.map((key) => (typeof key === 'number' ? key + 1 : String(key))).join('.');
}

/** What is wrong at a place: the end of a sentence. @param value the whole */
export function faultOf(issue: z.core.$ZodIssue, value: unknown): Said {
  // What a schema of ours says, and no library.
  const own = unpacked(issue.message);
  if (typeof own !== 'string') return own;
  switch (issue.code) {
    case 'invalid_type': {
      const expected = formOf(issue.expected);
      return isMissing(issue, value)
        ? fact('is missing: {expected}', { expected })
        : fact('must be {expected}', { expected });
    }
    case 'invalid_value':
      return fact('must be {expected}', { expected: either(issue.values.map((one) => JSON.stringify(one))) });
    case 'unrecognized_keys': {
      const keys = issue.keys.slice(0, MOST_TOLD).map((key) => JSON.stringify(shorten(key)));
      return fact('has {keys}, which does not belong there', { keys: listed(keys) });
    }
    case 'invalid_union':
      return fact('is missing, or is nothing that may stand there');
    case 'too_small':
      return issue.inclusive === false
        ? fact('must be more than {least}', { least: `${issue.minimum}` })
        : fact('must be at least {least}', { least: `${issue.minimum}` });
    case 'too_big':
      return fact('must be at most {most}', { most: `${issue.maximum}` });
    default:
      return fact('has a form that is not known here');
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
function formOf(expected: string): Said {
  switch (expected) {
    case 'object':
    case 'record':
      return fact('an object in braces');
    case 'array':
      return fact('a list in brackets');
    case 'string':
      return fact('a text in quotation marks');
    case 'number':
    case 'int':
      return fact('a number');
    case 'boolean':
      return fact('true or false');
    default:
      return fact('of another kind ({expected})', { expected });
  }
}

/** A later version may have what is unknown here: complaints about that would lead a person astray. */
function laterVersion(value: unknown, { version }: HandWritten<unknown>): Fact | undefined {
  if (version === undefined || typeof value !== 'object' || value === null || !('version' in value)) return undefined;
  const own = value.version;
  if (typeof own !== 'number' || !(own > version.read)) return undefined;
  return version.later({ own: `${own}`, read: `${version.read}` });
}
