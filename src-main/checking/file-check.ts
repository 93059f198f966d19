/**
 * @file The check of one source file from its first to its last byte, in the thread it is called in: reading,
 * judging lines, looking for duplicates and cutting batches come together here. check.ts runs it in a worker.
 */

import { Buffer } from 'node:buffer';
import { type BigIntStats, closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { AppError } from '../../src-preload/errors.ts';
import { isFileSystemError, toFileError } from '../file-errors.ts';
import { BatchCutter, type CheckedRange } from './batch-cutter.ts';
import { HEAD_BYTES, judgeKind } from './file-kind.ts';
import type { Complaint, Finding, RuleId } from './finding.ts';
import { FindingCollector } from './finding-collector.ts';
import { type LineJudge, lineJudge, noTransaction, type Verdict } from './line-judge.ts';
import { type Block, MAX_LINE_BYTES, type Read, readBlocks } from './line-reader.ts';
import { LineSet } from './line-set.ts';
import { ModificationIds, type SharedId } from './modification-ids.ts';
import type { RuleSet } from './rule-set.ts';

export interface CheckRequest {
  path: string;
  ruleSet: RuleSet;
  maxBatchBytes: number;
}

export interface CheckSummary {
  bytes: number;
  /** Modification time of the file in whole milliseconds since the epoch. */
  modifiedAt: number;
  /** Hexadecimal. Empty when the check stopped at the first bytes, because the file is no JSON Lines file. */
  sha256: string;
  lines: number;
  /** Lines that parse to a JSON object. */
  transactions: number;
  /** Transactions on whose line no error was found. */
  valid: number;
  errors: number;
  warnings: number;
  byRule: Partial<Record<RuleId, number>>;
  durationMs: number;
  /** What is to be sent as one batch each; none when there is nothing that could be sent. */
  ranges: CheckedRange[];
}

export interface CheckProgress {
  bytes: number;
  totalBytes: number;
  lines: number;
  errors: number;
  warnings: number;
}

/** Where the check reports to while it runs. Both may block it: that is how a slow receiver slows it down. */
export interface CheckOutlet {
  findings(findings: readonly Finding[]): void;
  progress(progress: CheckProgress): void;
}

/**
 * Checks a file and blocks until it is done. `now` is in milliseconds since the epoch.
 * Throws AppError `file.*`; `file.changed` when size or modification time differ at the end.
 */
export function runFileCheck(request: CheckRequest, now: number, outlet: CheckOutlet): CheckSummary {
  const { path } = request;
  const startedAt = performance.now();
  try {
    // Looked at before it is opened: opening a pipe would wait for its other end.
    if (!statSync(path).isFile()) throw new AppError('file.not-a-file', { path });
    const file = openSync(path, 'r');
    try {
      const before = fstatSync(file, { bigint: true });
      const bytes = Number(before.size);
      const result = new FileCheck(request, bytes, now, outlet).run((into) => readFully(file, into));
      assertUnchanged(path, before);
      const durationMs = Math.round(performance.now() - startedAt);
      return { bytes, modifiedAt: Number(before.mtimeMs), ...result, durationMs };
    } finally {
      closeSync(file);
    }
  } catch (thrown) {
    throw isFileSystemError(thrown) ? toFileError(thrown, path) : thrown;
  }
}

/** Reads on until the buffer is full or the file ends: a network share may answer with less than was asked for. */
function readFully(file: number, into: Uint8Array): number {
  let filled = 0;
  while (filled < into.length) {
    const bytes = readSync(file, into, filled, into.length - filled, null);
    if (bytes === 0) break;
    filled += bytes;
  }
  return filled;
}

/** The path is asked, not the open file: a file may also have been put in its place. */
function assertUnchanged(path: string, before: BigIntStats): void {
  const after = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (after === undefined) throw new AppError('file.changed', { path, how: 'was removed while it was being checked' });
  if (after.size !== before.size || after.mtimeNs !== before.mtimeNs) {
    throw new AppError('file.changed', { path, how: 'was written to while it was being checked' });
  }
}

const BYTE_ORDER_MARK = '\xef\xbb\xbf';
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;

/** Lines between two reports of progress at most; the receiver thins them out by time. */
const LINES_PER_PROGRESS = 1024;

/** The state of one check on its way through the file. */
class FileCheck {
  readonly #fileBytes: number;
  readonly #maxBatchBytes: number;
  readonly #outlet: CheckOutlet;
  readonly #judge: LineJudge;
  readonly #collector: FindingCollector;
  readonly #cutter: BatchCutter;
  readonly #modificationIds = new ModificationIds();
  /** Lines with an error, so that a duplicate takes a line from the valid ones only once. */
  readonly #faultyLines = new LineSet();
  #bomBytes = 0;
  #position = 0;
  #lines = 0;
  #transactions = 0;
  #valid = 0;

  constructor({ ruleSet, maxBatchBytes }: CheckRequest, fileBytes: number, now: number, outlet: CheckOutlet) {
    this.#fileBytes = fileBytes;
    this.#maxBatchBytes = maxBatchBytes;
    this.#outlet = outlet;
    this.#judge = lineJudge(ruleSet, now);
    this.#collector = new FindingCollector(ruleSet, (findings) => outlet.findings(findings));
    this.#cutter = new BatchCutter(fileBytes, maxBatchBytes);
  }

  run(read: Read): Omit<CheckSummary, 'bytes' | 'modifiedAt' | 'durationMs'> {
    if (!this.#judgeLines(read)) return this.#result({ sha256: '', ranges: [] });
    for (const shared of this.#modificationIds.shared()) this.#judgeShared(shared);
    const cut = this.#cutter.finish();
    if (this.#fileBytes > this.#maxBatchBytes)
      this.#collector.add(0, overLimit(this.#maxBatchBytes, cut.ranges.length));
    return this.#result(cut);
  }

  /** Returns false when the first bytes show that this is no JSON Lines file: then nothing more is read. */
  #judgeLines(read: Read): boolean {
    let isStarted = false;
    for (const block of readBlocks(read)) {
      if (!isStarted && !this.#judgeStart(block.bytes)) return false;
      isStarted = true;
      this.#cutter.add(block);
      this.#judgeBlock(block);
    }
    return isStarted || this.#judgeStart(Buffer.alloc(0));
  }

  #judgeStart(bytes: Buffer): boolean {
    if (bytes.toString('latin1', 0, 3) === BYTE_ORDER_MARK) this.#bomBytes = BYTE_ORDER_MARK.length;
    const complaint = judgeKind(bytes.subarray(this.#bomBytes, HEAD_BYTES));
    if (complaint !== undefined) {
      this.#collector.add(0, complaint);
      return false;
    }
    if (this.#bomBytes > 0) this.#collector.add(0, byteOrderMark);
    return true;
  }

  #judgeBlock({ bytes, carried, dropped, lineEnds }: Block): void {
    // The first line may end in a later block than the one that the file starts with.
    let start = this.#lines === 0 ? this.#bomBytes : 0;
    let droppedBytes = dropped;
    for (const next of lineEnds) {
      this.#lines++;
      this.#judgeLine(bytes, start, endWithoutNewline(bytes, start, next), droppedBytes);
      droppedBytes = 0;
      start = next;
      if (this.#lines % LINES_PER_PROGRESS === 0) this.#report(this.#position + next - carried);
    }
    this.#position += bytes.length - carried;
    this.#report(this.#position);
  }

  #judgeLine(bytes: Buffer, start: number, end: number, dropped: number): void {
    const line = this.#lines;
    const { complaints, isTransaction, modificationId } = this.#verdictOn(bytes, start, end, dropped);
    for (const complaint of complaints) this.#fault(line, complaint);
    if (!isTransaction) return;
    this.#transactions++;
    if (complaints.length === 0 || !this.#faultyLines.has(line)) this.#valid++;
    if (modificationId !== undefined) this.#modificationIds.add(modificationId, line);
  }

  #verdictOn(bytes: Buffer, start: number, end: number, dropped: number): Verdict {
    // Only a line that is too long has been dropped in part.
    if (dropped > 0 || end - start > MAX_LINE_BYTES) return noTransaction(tooLong(dropped + end - start));
    if (isBlank(bytes, start, end)) return noTransaction(blank);
    return this.#judge(bytes, start, end);
  }

  #judgeShared({ line, otherLines, otherCount }: SharedId): void {
    const wasFaulty = this.#faultyLines.has(line);
    this.#fault(line, duplicate(otherLines, otherCount));
    if (!wasFaulty && this.#faultyLines.has(line)) this.#valid--;
  }

  #fault(line: number, complaint: Complaint): void {
    if (this.#collector.add(line, complaint) === 'error') this.#faultyLines.add(line);
  }

  #report(bytes: number): void {
    const { errors, warnings } = this.#collector;
    this.#outlet.progress({ bytes, totalBytes: this.#fileBytes, lines: this.#lines, errors, warnings });
  }

  #result(cut: { sha256: string; ranges: CheckedRange[] }): Omit<CheckSummary, 'bytes' | 'modifiedAt' | 'durationMs'> {
    this.#collector.flush();
    const { errors, warnings, byRule } = this.#collector;
    const counts = { lines: this.#lines, transactions: this.#transactions, valid: this.#valid };
    return { ...cut, ...counts, errors, warnings, byRule };
  }
}

/** Where the line [start, next) ends without its LF or CRLF. */
function endWithoutNewline(bytes: Buffer, start: number, next: number): number {
  let end = next;
  if (end > start && bytes[end - 1] === NEWLINE) end--;
  if (end > start && bytes[end - 1] === CARRIAGE_RETURN) end--;
  return end;
}

function isBlank(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte !== SPACE && byte !== TAB && byte !== CARRIAGE_RETURN) return false;
  }
  return true;
}

const blank: Complaint = {
  rule: 'line.blank',
  path: '',
  message: 'The line is blank. Each line must hold one transaction.',
};

const byteOrderMark: Complaint = {
  rule: 'file.bom',
  path: '',
  message: 'The file begins with a byte order mark, which JSON Lines should not have. It is sent as it is.',
};

function tooLong(bytes: number): Complaint {
  const mebibytes = (bytes / 1024 / 1024).toFixed(1);
  const most = MAX_LINE_BYTES / 1024 / 1024;
  const message = `The line has ${mebibytes} MiB and was not checked; a line may have ${most} MiB. Is a line end missing?`;
  return { rule: 'line.too-long', path: '', message };
}

function duplicate(otherLines: readonly number[], otherCount: number): Complaint {
  const more = otherCount - otherLines.length;
  const lines = `${otherCount === 1 ? 'line' : 'lines'} ${otherLines.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const path = 'modification.external_id';
  return { rule: 'modification.duplicate', path, message: `${path} must be unique, but it stands on ${lines} too.` };
}

function overLimit(maxBatchBytes: number, batches: number): Complaint {
  const message = `The file is larger than one batch may be (${maxBatchBytes} bytes); it will be sent in ${batches} batches.`;
  return { rule: 'file.over-limit', path: '', message };
}
