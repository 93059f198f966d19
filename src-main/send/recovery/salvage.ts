/**
 * @file Makes a new queue from the remains of a damaged one. It sends nothing before a person has looked, and nothing
 * that may have arrived again unasked.
 * The remains may be out of date: the page or the log with the latest version of a row may be lost. Therefore every
 * submission that has not ended is paused, every batch that has an address counts as possibly arrived, and a batch
 * takes over a later id that the history has for it.
 */

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import { isEndState, isProcessed } from '../../../src-shared/states.ts';
import type { Author, ChainedEntry } from '../../audit/chain.ts';
import { FindingStore } from '../../check/findings/finding-store.ts';
import { SalvagedFindings } from '../../check/findings/salvaged-findings.ts';
import { type BatchId, batchIdSchema } from '../../wire/service/wire.ts';
import type { Batch } from '../batch.ts';
import { historyDetail } from '../batch-history.ts';
import { appendEvent, insertEntry, type NewEvent } from '../storage/history.ts';
import { StoredControl } from '../storage/stored-control.ts';
import { currentBatches, type Submission } from '../submission.ts';
import { PageReader } from './page-reader.ts';
import { Remains, type rowOf } from './remains.ts';

const count = z.int().nonnegative();

/** What a person reads about the recovery of a damaged queue. */
export const recoverySchema = z.object({
  /** The path of the damaged file, which was set aside. */
  setAside: z.string(),
  /** How the damage showed. */
  reason: z.string(),
  recovered: z.object({ submissions: count, batches: count, events: count }),
  /** As far as it is known: numbers that were used and are missing. */
  lost: z.object({ submissions: count, batches: count }),
});
export type Recovery = z.infer<typeof recoverySchema>;

/** The submission number of events about the whole queue; submissions are counted from 1. */
export const WHOLE_QUEUE = 0;

/** What is missing of one submission. */
interface Losses {
  /** Byte ranges `[start, end)` of the file that no batch carries. */
  ranges: { start: number; end: number }[];
  /** Batches that only the history knows. */
  batches: { number: number; batchId: BatchId | undefined }[];
}

/**
 * Fills a new, empty database with what can be read of the damaged one at `path`.
 * @param occasion when this happens (ms since the epoch), why, and where the damaged file goes
 * @param author who records that it was recovered
 */
export function salvage(
  path: string,
  database: DatabaseSync,
  { at, setAside, reason }: { at: number; setAside: string; reason: string },
  author?: Author,
): Recovery {
  const pages = new PageReader(path);
  try {
    const remains = new Remains();
    for (const row of pages.rows()) remains.take(row);
    const lines = [...remains.lines.values()].sort((a, b) => a.position - b.position);
    const latestIds = latestBatchIds(lines);
    const batches = withDistinctIds(
      [...remains.batches.values()]
        .filter((batch) => remains.submissions.has(batch.submission))
        .sort((a, b) => a.number - b.number)
        .map((batch) => asUncertain(batch, latestIds.get(batch.number))),
    );
    const batchesOf = Map.groupBy(batches, (batch) => batch.submission);
    const linesOf = Map.groupBy(lines, (line) => line.submission);
    const earlier = lostBefore(lines);
    const recovery = {
      setAside,
      reason,
      recovered: { submissions: remains.submissions.size, batches: batches.length, events: lines.length },
      lost: {
        submissions: Math.max(0, remains.highest.submissions - remains.submissions.size - earlier.submissions),
        batches: Math.max(0, remains.highest.batches - batches.length - earlier.batches),
      },
    };

    const queue = new NewQueue(database, author);
    database.exec('BEGIN');
    for (const line of lines) queue.addLine(line);
    for (const [table, number] of Object.entries(remains.highest)) queue.countFrom(table, number);
    queue.append({ at, submission: WHOLE_QUEUE, kind: 'recovered', detail: recovery });
    for (const submission of remains.submissions.values()) {
      const own = batchesOf.get(submission.id) ?? [];
      const losses = lossesOf(submission, own, linesOf.get(submission.id) ?? [], latestIds);
      queue.addSubmission(asStopped(submission, own, losses));
      const states = uncertainStates(own);
      const detail = { ...losses, ...(states.length > 0 && { states }) };
      queue.append({ at, submission: submission.id, kind: 'recovered', detail });
    }
    for (const batch of batches) queue.addBatch(batch);
    for (const request of remains.requests) queue.addRequest(...request);
    for (const [key, { at, number }] of remains.marks) queue.addMark(key, at, number);
    const control = new StoredControl(database, path);
    for (const day of remains.control.values()) control.save(day);
    // Deleted edits must not come back.
    for (const edit of pages.knowsFreePages ? remains.lineEdits.values() : []) {
      const submission = remains.submissions.get(edit[0]);
      if (submission !== undefined && submission.purgedAt === undefined) queue.addLineEdit(edit);
    }
    // Deleted findings must not come back as those of another submission, and a new check makes findings again.
    if (pages.knowsFreePages) copyFindings(pages, remains, queue);
    database.exec('COMMIT');
    return recovery;
  } finally {
    pages.close();
  }
}

/** The batch in a state from which it is safe to continue; `latestId` is the last id that the history has for it. */
function asUncertain(batch: Batch, latestId: BatchId | undefined): Batch {
  // Which lines the report named was not salvaged: it is read again.
  if (batch.named !== undefined && batch.named > 0)
    return { ...batch, report: 'wanted', ...(isProcessed(batch.state) && { state: 'processing' }) };
  if (isEndState(batch.state)) return batch;
  const { delivery } = batch;
  if (latestId !== undefined && latestId !== delivery?.batchId && !batch.abandoned.includes(latestId)) {
    const abandoned = delivery === undefined ? batch.abandoned : [...batch.abandoned, delivery.batchId];
    return { ...batch, abandoned, state: 'verifying', delivery: { batchId: latestId, mayHaveArrived: true } };
  }
  if (delivery === undefined) return batch;
  const state = batch.state === 'processing' ? 'processing' : 'verifying';
  return { ...batch, state, delivery: { ...delivery, mayHaveArrived: true } };
}

/** What receipts go by from now on: the entries before tell of states that these batches are no longer in. */
function uncertainStates(batches: readonly Batch[]) {
  return batches
    .filter(({ state, delivery }) => !isEndState(state) && delivery !== undefined)
    .map((batch) => ({ number: batch.number, ...historyDetail(batch) }));
}

function asStopped(submission: Submission, batches: readonly Batch[], losses: Losses): Submission {
  const complete = losses.ranges.length === 0 && losses.batches.length === 0;
  const ended =
    submission.stage === 'cancelled' ||
    (submission.stage === 'approved' && complete && currentBatches(batches).every((batch) => isEndState(batch.state)));
  if (ended) return submission;
  if (complete) return { ...submission, paused: true };
  const parts = Math.max(losses.ranges.length, losses.batches.length);
  return { ...submission, paused: true, error: new AppError('queue.incomplete', { parts }).toRecord() };
}

/** The ranges of an approved submission cover its file, so a gap between them was a batch. */
function lossesOf(
  submission: Submission,
  batches: readonly Batch[],
  lines: readonly ChainedEntry[],
  latestIds: ReadonlyMap<number, BatchId>,
): Losses {
  const ranges: Losses['ranges'] = [];
  if (submission.stage === 'approved') {
    let covered = 0;
    for (const { start, end } of currentBatches(batches)) {
      if (start > covered) ranges.push({ start: covered, end: start });
      covered = Math.max(covered, end);
    }
    const { bytes } = submission.check;
    if (bytes > covered) ranges.push({ start: covered, end: bytes });
  }
  const stored = new Set<number>(batches.map((batch) => batch.number));
  const missing = new Set(lines.flatMap(({ batch }) => (batch === undefined || stored.has(batch) ? [] : [batch])));
  return { ranges, batches: [...missing].map((number) => ({ number, batchId: latestIds.get(number) })) };
}

/** The last id of each batch in the history. */
function latestBatchIds(lines: readonly ChainedEntry[]): Map<number, BatchId> {
  const detailSchema = z.object({ batchId: batchIdSchema });
  const ids = new Map<number, BatchId>();
  for (const { batch, detail } of lines) {
    const parsed = detailSchema.safeParse(JSON.parse(detail));
    if (batch !== undefined && parsed.success) ids.set(batch, parsed.data.batchId);
  }
  return ids;
}

/** Two batches cannot have been stored with one id: the first is out of date. Two parts of a team can: see `QueueStore`. */
function withDistinctIds(batches: readonly Batch[]): Batch[] {
  const last = new Map(batches.map((batch) => [batch.delivery?.batchId, batch.number]));
  return batches.filter(
    ({ delivery, number, team }) =>
      delivery === undefined || team !== undefined || last.get(delivery.batchId) === number,
  );
}

/** The losses that earlier recoveries have reported. */
function lostBefore(lines: readonly ChainedEntry[]): Recovery['lost'] {
  const told = lines
    .filter(({ submission, kind }) => submission === WHOLE_QUEUE && kind === 'recovered')
    .flatMap(({ detail }) => recoverySchema.safeParse(JSON.parse(detail)).data?.lost ?? []);
  return {
    submissions: told.reduce((sum, { submissions }) => sum + submissions, 0),
    batches: told.reduce((sum, { batches }) => sum + batches, 0),
  };
}

function copyFindings(pages: PageReader, remains: Remains, queue: NewQueue): void {
  for (const [list, owner] of remains.findingLists)
    if (remains.submissions.has(owner)) queue.addFindingList(list, owner);
  const findings = queue.findings();
  for (const row of pages.rows()) {
    const kind = remains.findingKindOf(row);
    const block = remains.findingBlockOf(row);
    const former = remains.formerFindingOf(row);
    if (kind !== undefined) findings.addKind(row.rowid, kind);
    if (block !== undefined) findings.addBlock(row.rowid, block.list, block.content);
    if (former !== undefined) findings.addFormer(row.rowid, former.list, former.finding);
  }
  findings.finish();
}

/** Writes rows under their old numbers. */
class NewQueue {
  readonly #database: DatabaseSync;
  readonly #author: Author | undefined;
  readonly #submission;
  readonly #batch;
  readonly #request;
  readonly #mark;
  readonly #lineEdit;
  readonly #findingList;
  readonly #findings: FindingStore;

  constructor(database: DatabaseSync, author: Author | undefined) {
    this.#findings = new FindingStore(database);
    this.#database = database;
    this.#author = author;
    this.#submission = database.prepare('INSERT INTO submissions (id, document) VALUES (?, ?)');
    // As the store does: an id that two desks of a team were given stands at one part only.
    this.#batch = database.prepare(
      `INSERT INTO batches (number, submission, batch_id, document) VALUES (?1, ?2,
         iif(EXISTS (SELECT 1 FROM batches WHERE batch_id = ?3), NULL, ?3), ?4)`,
    );
    this.#request = database.prepare('INSERT INTO requests (key, at) VALUES (?, ?)');
    this.#mark = database.prepare('INSERT INTO marks (key, at, number) VALUES (?, ?, ?)');
    this.#lineEdit = database.prepare(
      'INSERT INTO line_edits (submission, line, content, text, reason, copy_of) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#findingList = database.prepare('INSERT INTO finding_lists (id, owner) VALUES (?, ?)');
  }

  addSubmission(submission: Submission): void {
    this.#submission.run(submission.id, JSON.stringify(submission));
  }

  addBatch(batch: Batch): void {
    this.#batch.run(batch.number, batch.submission, batch.delivery?.batchId ?? null, JSON.stringify(batch));
  }

  addLine(line: ChainedEntry): void {
    insertEntry(this.#database, line);
  }

  /** A new line, chained to the last one that is left. */
  append(line: NewEvent): void {
    appendEvent(this.#database, line, this.#author);
  }

  addRequest(key: string, at: number): void {
    this.#request.run(key, at);
  }

  addMark(key: string, at: number, number: number): void {
    this.#mark.run(key, at, number);
  }

  addLineEdit(edit: z.infer<typeof rowOf.line_edits>): void {
    this.#lineEdit.run(...edit);
  }

  addFindingList(list: number, owner: number): void {
    this.#findingList.run(list, owner);
  }

  /** For the findings of the lists that were added. */
  findings(): SalvagedFindings {
    return new SalvagedFindings(this.#database, this.#findings);
  }

  /** Continues the numbering above `number`, so that no number is used twice. */
  countFrom(table: string, number: number): void {
    this.#database.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(table);
    this.#database.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(table, number);
  }
}
