/** @file A file of single transactions: checked first, and read again line by line, as long as it is unchanged. */

import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { AppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { canonicalDigest } from '../audit/canonical-json.ts';
import { type CheckProgress, checkFile } from '../check/check.ts';
import { HEAD_BYTES, kindOf } from '../check/file-kind.ts';
import type { Finding } from '../check/findings/finding.ts';
import { endWithoutNewline, isBlank } from '../check/judged-line.ts';
import { MAX_LINE_BYTES } from '../check/line-limit.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import { checkTransactionOf } from '../check/transaction-thread.ts';
import { type Clock, systemClock } from '../ground/clock.ts';
import { isFileSystemError, toFileError } from '../ground/files/file-errors.ts';
import { whileLocked } from '../ground/files/file-locks.ts';
import { untilAborted } from '../ground/until-aborted.ts';
import { linesOf } from './file-lines.ts';

/** A file as it was when it was checked. */
export interface PostingSource {
  /** Absolute. */
  path: string;
  bytes: number;
  /** Whole milliseconds since the epoch. */
  modifiedAt: number;
  /** Of the whole file, in hexadecimal. */
  sha256: string;
  /** By which the journal knows what was sent of it; of one transaction, however it is laid out, and from wherever it comes. */
  key: string;
  /** One, for a transaction that is laid out over several lines. */
  lines: number;
  /** Whether the whole file is one transaction, laid out over several lines. */
  isOneTransaction: boolean;
}

export interface TransactionLine {
  /** Counted from 1. */
  number: number;
  /** As in the file, without the line end. */
  bytes: Uint8Array;
}

export interface CheckListener {
  signal: AbortSignal;
  onFindings: (findings: Iterable<Finding>) => void;
  onProgress?: (progress: CheckProgress) => void;
  onJudgeAlone?: (error: AppError) => void;
  clock?: Clock;
}

/** What a larger one parses to may take seconds. */
const MOST_COMPARED = 256 * 1024;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Checks JSON Lines, or one transaction in JSON. Passes on findings as they come.
 * @throws AppError file.*, check.failed; the signal's reason
 */
export async function checkSource(
  path: string,
  ruleSet: RuleSet,
  { signal, onFindings, onProgress = () => {}, onJudgeAlone = () => {}, clock = systemClock }: CheckListener,
): Promise<{ source: PostingSource; errors: number; warnings: number }> {
  if (await untilAborted(isLaidOut(path), signal)) return await checkOne(path, ruleSet, { signal, onFindings, clock });
  const { bytes, modifiedAt, sha256, lines, errors, warnings } = await checkFile(
    // A posting has no batches.
    { path, ruleSet, maxBatchBytes: Number.MAX_SAFE_INTEGER },
    { signal, onFindings, onProgress, onJudgeAlone, clock },
  );
  const key = lines === 1 && bytes <= MAX_LINE_BYTES ? await keyOfLine(path, sha256) : sha256;
  return { source: { path, bytes, modifiedAt, sha256, key, lines, isOneTransaction: false }, errors, warnings };
}

/** The key of the transaction in a file that was checked; of one that has changed since, nothing is sent. */
async function keyOfLine(path: string, sha256: string): Promise<string> {
  const { content } = await readWhole(path);
  return digest(content) === sha256 ? keyOfTransaction(theTransaction(content)) : sha256;
}

/** What goes once is the transaction, whatever its text looks like; one that is no JSON, or large, by its bytes. */
export function keyOfTransaction(text: Buffer): string {
  try {
    return text.length > MOST_COMPARED ? digest(text) : canonicalDigest(JSON.parse(text.toString()));
  } catch {
    return digest(text);
  }
}

/** Whether the file begins with an object that continues over several lines. */
async function isLaidOut(path: string): Promise<boolean> {
  return await withFile(path, async (file) => {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    const { size } = await file.stat();
    const start = withoutMark(head.subarray(0, bytesRead));
    return kindOf(start) === 'json' && start.toString().trimStart().startsWith('{') && size <= MAX_LINE_BYTES;
  });
}

async function checkOne(
  path: string,
  ruleSet: RuleSet,
  { signal, onFindings, clock }: Pick<CheckListener, 'signal' | 'onFindings'> & { clock: Clock },
) {
  const { content, modifiedAt } = await untilAborted(readWhole(path), signal);
  const transaction = { content: theTransaction(content), ruleSet, now: clock.now() };
  const findings = await checkTransactionOf(path, transaction, signal);
  if (findings.length > 0) onFindings(findings);
  const sha256 = digest(content);
  const key = keyOfTransaction(theTransaction(content));
  const source = { path, bytes: content.length, modifiedAt, sha256, key, lines: 1, isOneTransaction: true };
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return { source, errors, warnings: findings.length - errors };
}

/**
 * The lines for which `isDue` is true, in their order. Lines that cannot be a transaction, blank or longer than 16 MiB,
 * are left out.
 * @throws AppError file.changed once the file differs from when it was checked; file.*
 */
export async function* transactionLines(
  source: PostingSource,
  isDue: (line: number) => boolean,
): AsyncGenerator<TransactionLine> {
  const { path } = source;
  if (source.isOneTransaction) {
    const { content } = await readWhole(path);
    if (digest(content) !== source.sha256) throw changed(path);
    if (isDue(1)) yield { number: 1, bytes: theTransaction(content) };
    return;
  }
  const file = await opened(path);
  try {
    const assertUnchanged = async () => {
      const { size, mtimeMs } = await file.stat();
      if (size !== source.bytes || Math.floor(mtimeMs) !== source.modifiedAt) throw changed(path);
    };
    // A line may end with CR and LF.
    for await (const { number, bytes } of linesOf(file, MAX_LINE_BYTES + 1, assertUnchanged)) {
      if (bytes === undefined || !isDue(number)) continue;
      const start = number === 1 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
      const end = endWithoutNewline(bytes, start, bytes.length);
      if (!isBlank(bytes, start, end)) yield { number, bytes: Uint8Array.prototype.slice.call(bytes, start, end) };
    }
  } catch (thrown) {
    throw isFileSystemError(thrown) ? toFileError(thrown, path) : thrown;
  } finally {
    await file.close();
  }
}

function theTransaction(content: Buffer): Buffer {
  const text = withoutMark(content);
  return text.subarray(0, endWithoutNewline(text, 0, text.length));
}

const withoutMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? bytes.subarray(3) : bytes;

const digest = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

async function readWhole(path: string): Promise<{ content: Buffer; modifiedAt: number }> {
  return await withFile(path, async (file) => {
    const { mtimeMs } = await file.stat();
    return { content: await readFile(file), modifiedAt: Math.floor(mtimeMs) };
  });
}

async function withFile<Result>(path: string, work: (file: FileHandle) => Promise<Result>): Promise<Result> {
  const file = await opened(path);
  try {
    return await work(file);
  } catch (thrown) {
    throw isFileSystemError(thrown) ? toFileError(thrown, path) : thrown;
  } finally {
    await file.close();
  }
}

async function opened(path: string): Promise<FileHandle> {
  return await whileLocked(() => open(path, 'r')).catch((thrown: unknown) => {
    throw toFileError(thrown, path);
  });
}

function changed(path: string): AppError {
  return new AppError('file.changed', { path, how: fact('was written to since it was checked') });
}
