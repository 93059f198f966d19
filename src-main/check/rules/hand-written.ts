/** @file JSON files that people write by hand: what is wrong in one is said in words, before anything is done by it. */

import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { toFileError } from '../../ground/files/file-errors.ts';
import { duplicateKeys } from './duplicate-keys.ts';

export interface HandWritten<Value> {
  schema: z.ZodType<Value>;
  /** What it is called where a problem concerns it as a whole. */
  name: string;
  /** The version that is read, where a later Tranship may write a later one. */
  version?: number;
  unreadable: 'rules.unreadable' | 'recipe.unreadable' | 'template.unreadable' | 'manifest.unreadable';
}

/** The value of a JSON text; `path` names it in the error. Throws AppError with the code of `unreadable`. */
export function parseHandWritten<Value>(text: string, path: string, kind: HandWritten<Value>): Value {
  const json = text.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    const problem = `this is not valid JSON (${cause instanceof Error ? cause.message : String(cause)}).`;
    throw new AppError(kind.unreadable, { path, problem }, { cause });
  }
  // JSON.parse keeps the last value, which may not be the one that was meant.
  const [duplicate] = duplicateKeys(json, value);
  if (duplicate !== undefined) {
    const problem = `${duplicate.path} appears more than once. Keep only the one that counts.`;
    throw new AppError(kind.unreadable, { path, problem });
  }
  const problem = laterVersion(value, kind);
  if (problem !== undefined) throw new AppError(kind.unreadable, { path, problem });
  const result = kind.schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.') || kind.name}: ${issue.message}`);
  throw new AppError(kind.unreadable, { path, problem: problems.join('; ') }, { cause: result.error });
}

/** A later version may have what is unknown here: complaints about that would lead a person astray. */
function laterVersion(value: unknown, { name, version }: HandWritten<unknown>): string | undefined {
  if (version === undefined || typeof value !== 'object' || value === null || !('version' in value)) return undefined;
  const own = value.version;
  if (typeof own !== 'number' || !(own > version)) return undefined;
  return `this ${name} was made for a newer version of Tranship (${name} version ${own}; this one reads version ${version}). Update Tranship to use it.`;
}

/** The text of such a file. Throws AppError with the code of `unreadable`, or `file.*` when it cannot be read. */
export async function readHandWritten(path: string, { unreadable }: HandWritten<unknown>): Promise<string> {
  const bytes = await readFile(path).catch((thrown: unknown) => {
    throw toFileError(thrown, path);
  });
  // Decoding would replace what is not UTF-8, and so change the values.
  if (!isUtf8(bytes)) throw new AppError(unreadable, { path, problem: 'this is not UTF-8. Save it as UTF-8.' });
  return bytes.toString();
}
