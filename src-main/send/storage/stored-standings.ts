/**
 * @file What a list shows of each submission in the queue: its summary, and what its batches add up to. Of submissions that
 * have ended it is kept in the table `standings`, so that a start need not add up ten thousand of them again. Triggers of
 * the database remove a row with every change of the submission or of its batches, in the same transaction: a row that is
 * there is right, also after a crash, and what is missing is added up.
 */

import type { DatabaseSync } from 'node:sqlite';
import { isDiskFull } from '../../ground/files/disk-space.ts';
import type { Batch, SubmissionId } from '../batch.ts';
import type { SubmissionSummary } from '../submission.ts';
import { Tally } from '../view/tally.ts';
import { inTransaction } from './database.ts';
import { type EndedSums, endedSums, type StoredStanding, standingSchema } from './standing-document.ts';
import { isUsualStanding } from './usual-standing.ts';

/** Adding up fewer than these takes less time than waiting for the disk. */
const WORTH_KEEPING = 100;

/** Spelled as in the index. */
const inQueue = "submissions INDEXED BY submissions_in_queue WHERE json_extract(document, '$.removedAt') IS NULL";
const notKept = `${inQueue} AND id NOT IN (SELECT submission FROM standings)`;

/**
 * The standings of all submissions in the queue, in the order in which they were added. Keeps what had to be added up, if
 * that is so much that the next start gains by it.
 * @param read the documents that this selects
 */
export function standingsIn(
  database: DatabaseSync,
  read: { summaries: (sql: string) => readonly SubmissionSummary[]; batches: (sql: string) => Iterable<Batch> },
  worthKeeping = WORTH_KEEPING,
): StoredStanding[] {
  const kept = readKept(database);
  const others = kept === undefined ? inQueue : notKept;
  const summaries = read.summaries(`SELECT json_set(document, '$.id', id) AS document FROM ${others}`);
  const batches = read.batches(
    `SELECT document FROM batches WHERE submission IN (SELECT id FROM ${others}) ORDER BY submission, number`,
  );
  const sums = new Map<SubmissionId, EndedSums | undefined>();
  for (const [id, tally] of talliesOf(batches)) sums.set(id, endedOf(tally));
  const ofNone = endedOf(new Tally());
  const addedUp = summaries.map((submission) => {
    const { id } = submission;
    return { submission, sums: sums.has(id) ? sums.get(id) : ofNone };
  });
  const ended = addedUp.filter(({ sums }) => sums !== undefined);
  if (ended.length >= worthKeeping) keep(database, ended, kept !== undefined);
  return [...(kept ?? []), ...addedUp].sort((one, other) => one.submission.id - other.submission.id);
}

/** One after the other: the batches of all would fill the memory. @param batches those of each submission together */
function* talliesOf(batches: Iterable<Batch>): Generator<[SubmissionId, Tally]> {
  let last: [SubmissionId, Tally] | undefined;
  for (const batch of batches) {
    if (batch.submission !== last?.[0]) {
      if (last !== undefined) yield last;
      last = [batch.submission, new Tally()];
    }
    last[1].put(batch);
  }
  if (last !== undefined) yield last;
}

function endedOf({ sums }: Tally): EndedSums | undefined {
  return sums.open > 0 ? undefined : endedSums(sums);
}

/** On a full disk nothing is kept: the start must not fail by it, and adds up again. @param areOthersRight what is kept already */
function keep(database: DatabaseSync, standings: readonly StoredStanding[], areOthersRight: boolean): void {
  try {
    inTransaction(database, () => {
      if (!areOthersRight) database.exec('DELETE FROM standings');
      const insert = database.prepare('INSERT INTO standings (submission, document) VALUES (?, ?)');
      for (const standing of standings) insert.run(standing.submission.id, JSON.stringify(standing));
    });
  } catch (thrown) {
    if (!isDiskFull(thrown)) throw thrown;
  }
}

/** Undefined when one of them cannot be read. */
function readKept(database: DatabaseSync): StoredStanding[] | undefined {
  const kept: StoredStanding[] = [];
  for (const raw of database.prepare('SELECT submission, document FROM standings ORDER BY submission').iterate()) {
    const { submission, document } = raw;
    const standing = parsed(String(document));
    if (standing === undefined || standing.submission.id !== submission) return undefined;
    kept.push(standing);
  }
  return kept;
}

function parsed(document: string): StoredStanding | undefined {
  try {
    const value: unknown = JSON.parse(document);
    return isUsualStanding(value) ? value : standingSchema.parse(value);
  } catch {
    return undefined;
  }
}
