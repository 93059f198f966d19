/**
 * @file The proof that nothing was lost or sent twice: the practice tenant's counts, compared with the command line's
 * report of its queue.
 */

import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { PracticeBatch } from '../../src-main/practice/practice-batch.ts';
import type { PracticeTenant } from '../../src-main/practice/tenant.ts';
import type { SubmissionSummary, Workplace } from '../cli/tranship.ts';

/** A submission, and what its file held when it was approved. */
export interface SentFile {
  submission: SubmissionSummary;
  content: Buffer;
}

export interface Accounts {
  /** Ranges that are not in the storage as they should be. */
  lost: string[];
  /** Objects in the storage beside the one of each range. */
  doubled: string[];
  /** Issued batch ids that the queue does not know, although it had begun to send to them. */
  unknown: string[];
  /** Issued batch ids that the queue does not know, and that were never used: their reservation was not answered. */
  unanswered: string[];
  /** Other things that are not as they must be. */
  wrong: string[];
}

/** What was counted on the other side. */
export interface Counted extends Pick<PracticeTenant, 'batches' | 'requests'> {
  /** Paths in the storage to which an upload was begun. */
  readonly uploadPaths: ReadonlySet<string>;
}

/** Balances the accounts of files whose batches have all arrived, or of which none may have. */
export async function balance(
  counted: Counted,
  workplace: Workplace,
  sent: readonly SentFile[],
  expected: 'arrived' | 'nothing-arrived' = 'arrived',
): Promise<Accounts> {
  const accounts: Accounts = { lost: [], doubled: [], unknown: [], unanswered: [], wrong: [] };
  const arrived = new Map(
    counted.batches().flatMap((batch) => (batch.path === undefined ? [] : [[batch.batchId, batch]])),
  );
  for (const { submission, content } of sent) {
    accounts.wrong.push(...gapsOf(submission, content.length));
    if (expected === 'nothing-arrived') continue;
    for (const { batchId = '(no batch id)', start, end } of submission.batches) {
      const object = arrived.get(batchId);
      arrived.delete(batchId);
      if (!(await holds(object, content.subarray(start, end)))) {
        accounts.lost.push(`bytes ${start} to ${end} of ${submission.file}: not in ${batchId}`);
      }
    }
  }
  accounts.doubled.push(...[...arrived.keys()].map((batchId) => `${batchId} holds what it should not`));
  accounts.doubled.push(...storedAgain(counted));
  await accountForIds(counted, workplace, sent, accounts);
  return accounts;
}

/** The batches of a file follow one another from its first byte to its last. */
function gapsOf({ file, batches }: SubmissionSummary, bytes: number): string[] {
  let position = 0;
  for (const { start, end } of batches.toSorted((one, other) => one.start - other.start)) {
    if (start !== position) return [`${file}: a batch begins at ${start}, not at ${position}`];
    position = end;
  }
  return position === bytes ? [] : [`${file}: the batches end at ${position}, not at ${bytes}`];
}

async function holds(object: PracticeBatch | undefined, content: Buffer): Promise<boolean> {
  return object?.path !== undefined && content.equals(await readFile(object.path));
}

/** Storage says 200 to an object once. */
function storedAgain({ requests }: Counted): string[] {
  const stored = requests.filter(({ endpoint, status }) => endpoint === 'upload' && status === 200);
  const paths = Map.groupBy(stored, ({ path }) => path);
  return [...paths].flatMap(([path, times]) => (times.length > 1 ? [`${path} was stored ${times.length} times`] : []));
}

const receipt = z.looseObject({ historyIntact: z.boolean() });

async function accountForIds(
  counted: Counted,
  workplace: Workplace,
  sent: readonly SentFile[],
  accounts: Accounts,
): Promise<void> {
  const known = new Set(
    sent.flatMap(({ submission }) => submission.batches.flatMap(({ batchId, abandoned }) => [batchId, ...abandoned])),
  );
  for (const batch of counted.batches()) {
    if (known.has(batch.batchId)) continue;
    // The list shows the batches that stand for a range now; one that a retry replaced still has its receipt.
    const asked = await workplace.run(['receipt', batch.batchId, '--json']);
    if (asked.exitCode === 0) continue;
    const wasUsed = [...counted.uploadPaths].some((path) => path.includes(batch.batchId));
    (wasUsed ? accounts.unknown : accounts.unanswered).push(batch.batchId);
  }
  const anyId = [...known].find((batchId) => batchId !== undefined);
  if (anyId === undefined) return;
  const { summary } = await workplace.run(['receipt', anyId, '--json']);
  if (!receipt.parse(summary).historyIntact) accounts.wrong.push('the history is not intact');
}

/** The secrets that can be read in what a process said. */
export function leaksIn(said: string, secrets: Iterable<string>): string[] {
  return [...secrets].filter((secret) => said.includes(secret));
}
