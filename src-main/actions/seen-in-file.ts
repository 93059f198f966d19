/**
 * @file What is in an offered file, found while a person decides about it: its lines, its sums, its errors, and what of it went
 * before. Of a file that is too large for that, or has to be prepared, the lines are estimated.
 */

import { rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileContents } from '../../src-shared/contract.ts';
import type { App } from '../app.ts';
import { checkFile } from '../check/check.ts';
import { compareFiles } from '../check/compare.ts';
import { HEAD_BYTES, kindOf } from '../check/file-kind.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import { type Comparable, earlierIds, type Where } from '../prepare/earlier-ids.ts';
import { parseControl } from '../records/control/control-file.ts';
import { DEFAULT_MAX_BATCH_BYTES } from '../send/batch-limit.ts';
import { shownName } from './file-name.ts';

/** What one thread reads in a second or so. */
const LARGE = 200_000_000;
/** A list of figures for each day of years. */
const LARGEST_CONTROL = 200_000;
/** Enough lines for an estimate. */
const SAMPLE = 1_000_000;
const NEWLINE = 0x0a;

export interface LookPorts extends Where {
  app: Pick<App, 'store' | 'idIndexes' | 'keepsIds'>;
  ruleSet: RuleSet;
  signal: AbortSignal;
}

/**
 * Looks into a file. It leaves nothing behind.
 * @param offer the word by which it is offered
 * @throws AppError file.*, check.failed, queue.damaged, and the signal's reason
 */
export async function seenInFile(offer: string, path: string, ports: LookPorts): Promise<FileContents> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, SAMPLE)), 0);
  const sample = buffer.subarray(0, bytesRead);
  const isChecked = size <= LARGE && kindOf(sample.subarray(0, HEAD_BYTES)) === 'json-lines';
  if (isChecked) return await checked(offer, path, ports);
  const control = size <= LARGEST_CONTROL ? controlIn(sample, path) : undefined;
  return { ...estimated(sample, size), ...(control && { control }) };
}

async function checked(offer: string, path: string, ports: LookPorts): Promise<FileContents> {
  const { app, ruleSet, signal, connection } = ports;
  const { store, idIndexes: indexes, keepsIds } = app;
  const earlier = await earlierIds({ store, indexes, keepsIds, connection });
  const known = 'ids' in earlier && earlier.submissions.length > 0 ? earlier : undefined;
  const idIndex = known && indexes.passingOrder(offer, known.ids.key);
  // One thread, beside the checks and uploads that people wait for.
  const request = { path, ruleSet, maxBatchBytes: DEFAULT_MAX_BATCH_BYTES, workers: 1, ...(idIndex && { idIndex }) };
  try {
    const { lines, transactions, totals, unsummed, errors } = await checkFile(request, { signal });
    const found = { lines, isEstimate: false, transactions, sums: totals.sums, unsummed, errors };
    if (idIndex === undefined || known === undefined) return found;
    const { shared, others } = await compareFiles({ path: idIndex.path, others: known.ids.others }, signal);
    const like = shared === 0 ? undefined : likest(known, others);
    return { ...found, ...(like && { earlier: { ids: shared, ...like } }) };
  } finally {
    if (idIndex !== undefined) rmSync(idIndex.path, { force: true });
  }
}

/** The submission that has most of its ids. */
function likest(
  { submissions }: Comparable,
  others: readonly (number[] | undefined)[],
): Omit<NonNullable<FileContents['earlier']>, 'ids'> | undefined {
  const sharing = submissions.flatMap(({ submission, file, at }, index) => {
    const ids = (others[index] ?? []).reduce((sum, count) => sum + count, 0);
    return ids === 0 ? [] : [{ ids, submission, fileName: shownName(file), at }];
  });
  const [first, ...more] = sharing.toSorted((one, other) => other.ids - one.ids);
  if (first === undefined) return undefined;
  const { submission, fileName, at } = first;
  return { submission, fileName, at, others: more.length };
}

/** Undefined where it is no list of what the core system says, with a day for each figure. */
function controlIn(content: Buffer, path: string): FileContents['control'] {
  try {
    const text = content.toString();
    const figures = parseControl(text, path);
    const isByDay = figures.length > 0 && figures.every(({ day }) => day !== undefined);
    return isByDay ? { figures: figures.length, text } : undefined;
  } catch {
    return undefined;
  }
}

/** By the lines at its beginning. */
function estimated(sample: Buffer, bytes: number): FileContents {
  let ends = 0;
  let last = -1;
  for (let at = sample.indexOf(NEWLINE); at !== -1; at = sample.indexOf(NEWLINE, at + 1)) {
    ends++;
    last = at;
  }
  const isWhole = sample.length === bytes;
  const rest = isWhole && last < bytes - 1 ? 1 : 0;
  const lines = isWhole ? ends + rest : ends === 0 ? undefined : Math.round((ends * bytes) / (last + 1));
  return {
    ...(lines !== undefined && { lines }),
    isEstimate: !isWhole,
    transactions: 0,
    sums: [],
    unsummed: 0,
    errors: 0,
  };
}
