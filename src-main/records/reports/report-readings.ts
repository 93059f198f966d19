/**
 * @file The readings of reports: each is made once, in a thread, and kept beside the reports until the report, the
 * findings of our check or the app change.
 */

import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../../src-shared/errors.ts';
import type { Finding } from '../../check/findings/finding.ts';
import { diskFull, isDiskFull } from '../../ground/files/disk-space.ts';
import { isFileSystemError, isInUse, toFileError, toWriteError } from '../../ground/files/file-errors.ts';
import { BRIEF_PATIENCE_MS, whileLocked } from '../../ground/files/file-locks.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../ground/files/own-folder.ts';
import { replaceFile } from '../../ground/files/replace-file.ts';
import { EntryWriter } from './entry-store.ts';
import { EntryTable } from './entry-table.ts';
import type { ReadingTask } from './read-report.ts';
import type { ReadingFacts } from './reading-facts.ts';
import { readInThread } from './reading-thread.ts';

const MB = 1000 * 1000;
/** What must stay free on the disk: the queue and other programs need it more. */
const LEFT_FREE = 500 * MB;
const FINDINGS_AT_ONCE = 500;

export interface ReadableReport {
  /** By which its reading is kept, and the batch that it must be about. */
  batchId: string;
  /** Where the report is kept. */
  path: string;
  batch: ReadingTask['batch'];
  /** The first line of the batch in its file. */
  firstLine: number;
  /** What our check found on the lines of the batch, by the lines of the file; asked for once it is needed. */
  findings: () => Iterable<Finding>;
  /** From where the service counts its lines, as far as that is known. */
  countedFrom?: ReadingTask['countedFrom'];
}

export class ReportReadings {
  readonly #folder: string;
  readonly #freeBytes: (folder: string) => number;
  readonly #underway = new Map<string, Promise<void>>();

  /** @param folder created for the first reading */
  constructor(folder: string, freeBytes: (folder: string) => number) {
    this.#folder = folder;
    this.#freeBytes = freeBytes;
  }

  /**
   * What the report says, read now if it was not read before. Close the table when it is no longer needed.
   * @throws AppError report.unreadable, file.*, disk.full; the signal's reason
   */
  async table(report: ReadableReport, signal: AbortSignal): Promise<EntryTable> {
    const path = join(this.#folder, `${report.batchId}.db`);
    const kept = await this.#kept(path, report, signal);
    if (kept !== undefined) return kept;
    const made =
      this.#underway.get(path) ?? this.#make(path, report, signal).finally(() => this.#underway.delete(path));
    this.#underway.set(path, made);
    await made;
    return await openTable(path, signal);
  }

  async #kept(path: string, report: ReadableReport, signal: AbortSignal): Promise<EntryTable | undefined> {
    let table: EntryTable;
    try {
      table = await openTable(path, signal);
    } catch (thrown) {
      signal.throwIfAborted();
      if (thrown instanceof AppError) throw thrown;
      return undefined;
    }
    const { facts } = table;
    const now = await stat(report.path);
    const isSame =
      facts.report.bytes === now.size &&
      facts.report.modifiedAt === now.mtimeMs &&
      (isProven(facts) || isDeepStrictEqual(facts.countedFrom, report.countedFrom));
    // The file that was sent is back.
    const isBetterNow = facts.source === 'gone' && (await stat(report.batch.path).catch(() => undefined)) !== undefined;
    if (isSame && !isBetterNow) return table;
    table.close();
    return undefined;
  }

  async #make(path: string, report: ReadableReport, signal: AbortSignal): Promise<void> {
    const partial = `${path}.partial`;
    try {
      await mkdir(this.#folder, { recursive: true, mode: PRIVATE_FOLDER });
      await rm(partial, { force: true });
      await (await open(partial, 'wx', PRIVATE_FILE)).close();
      const mostBytes = this.#freeBytes(this.#folder) - LEFT_FREE;
      await addFindings(partial, mostBytes, report, signal);
      const { path: reportPath, batchId, batch, countedFrom } = report;
      await readInThread({ reportPath, batchId, databasePath: partial, mostBytes, batch, countedFrom }, signal);
      await replaceFile(partial, path, { signal });
    } catch (thrown) {
      await rm(partial, { force: true }).catch(() => {});
      if (isDiskFull(thrown)) throw diskFull(this.#folder, { cause: thrown });
      throw isFileSystemError(thrown) ? toWriteError(thrown, path) : thrown;
    }
  }
}

/**
 * Of a file that another program has open SQLite says only that it cannot open it.
 * @throws AppError file.locked, the signal's reason, and what node:fs and SQLite throw
 */
async function openTable(path: string, signal: AbortSignal): Promise<EntryTable> {
  const probe = whileLocked(() => open(path, 'r'), { patience: BRIEF_PATIENCE_MS, signal });
  const file = await probe.catch((thrown: unknown) => {
    throw isInUse(thrown) ? toFileError(thrown, path) : thrown;
  });
  await file.close();
  return new EntryTable(path);
}

/** Whether the report itself tells from where its lines are counted, so that nothing that is learnt since makes a difference. */
function isProven({ numbering }: ReadingFacts): boolean {
  return Object.values(numbering).every((learnt) => learnt?.evidence !== 'name' && learnt?.evidence !== 'known');
}

/** Here, because the queue's database belongs to this thread; in small parts, so that everything else has its turn. */
async function addFindings(
  path: string,
  mostBytes: number,
  report: ReadableReport,
  signal: AbortSignal,
): Promise<void> {
  const writer = new EntryWriter(path, mostBytes);
  try {
    let added = 0;
    for (const finding of report.findings()) {
      writer.addFinding({ ...finding, line: finding.line - report.firstLine + 1 });
      added += 1;
      if (added % FINDINGS_AT_ONCE === 0) await setImmediate(undefined, { signal });
    }
    writer.commit();
  } finally {
    writer.close();
  }
}
