/** @file What an export is like while it is prepared, and what of it and of the request decides about the bytes that come out. */

import { statSync } from 'node:fs';
import { AppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { canonicalDigest } from '../audit/canonical-json.ts';
import { severityOf } from '../check/rules/rule-set.ts';
import { toFileError } from '../ground/files/file-errors.ts';
import { templateDigest } from '../templates/template-file.ts';
import type { SourceFacts } from './manifest.ts';
import type { PreparationRequest, PreparationSource } from './preparation.ts';
import type { RowSet } from './processed-before.ts';
import { digestOf } from './unfinished.ts';

/** In a millisecond. */
const NANOSECONDS = 1_000_000n;

export interface SourceState {
  bytes: number;
  /** When it was written to, in nanoseconds since the epoch. */
  modified: bigint;
}

/** @throws AppError file.* */
export function stateOfSource(path: string): SourceState {
  try {
    const { size, mtimeNs } = statSync(path, { bigint: true });
    return { bytes: Number(size), modified: mtimeNs };
  } catch (thrown) {
    throw toFileError(thrown, path);
  }
}

/** When the oldest of them was last changed. @throws AppError file.* */
export function oldestOf(sources: readonly PreparationSource[]): Date {
  const times = sources.map(({ path }) => Number(stateOfSource(path).modified / NANOSECONDS));
  return new Date(Math.min(...times));
}

/**
 * The exports as the manifest names them, once they were read.
 * @param before their states before that
 * @throws AppError file.changed, file.*
 */
export async function unchangedSources(
  sources: readonly PreparationSource[],
  before: readonly SourceState[],
): Promise<SourceFacts[]> {
  const facts: SourceFacts[] = [];
  for (const [at, { path, name }] of sources.entries()) {
    const sha256 = (await digestOf(path)) ?? '';
    const now = stateOfSource(path);
    const then = before[at];
    if (then?.bytes !== now.bytes || then.modified !== now.modified)
      throw new AppError('file.changed', { path, how: fact('was written to while it was being prepared') });
    facts.push({ name, bytes: now.bytes, sha256 });
  }
  return facts;
}

/**
 * A digest of all that decides about the bytes that come out.
 * @param now the end of the day: by it, a rule set may reject what lies in the future
 * @param processed the rows that are left out, as they went to the service before
 */
export async function requestDigest(request: PreparationRequest, now: number, processed?: RowSet): Promise<string> {
  const { sources, template, reading, name, limits, grouping, keepPayments, ruleSet, control, toolVersion } = request;
  const exports = await Promise.all(
    sources.map(async ({ path, name: called, choice }) => {
      const { bytes, modified } = stateOfSource(path);
      // What came from a pipe lies in another file each time.
      const state = path.startsWith(request.workFolder) ? await digestOf(path) : String(modified);
      return { name: called, bytes, state, ...(choice !== undefined && { choice }) };
    }),
  );
  const decisive = { exports, template: templateDigest(template), reading, name, limits, grouping, keepPayments };
  const day = severityOf('field.implausible', ruleSet) === 'error' ? now : undefined;
  return canonicalDigest({ ...decisive, ruleSet, control, toolVersion, processed: processed?.digest(), day });
}
