/**
 * @file Posts single transactions (§4 row 6) from a file: what has been sent of it to one destination, and the runs
 * that send the rest. The journal in the data folder survives every end; the next posting continues where the last one
 * stopped.
 */

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { AppError, toAppError } from '../../src-shared/errors.ts';
import { lineResultSchema, type ReportedLine } from '../../src-shared/posting-shapes.ts';
import type { Clock } from '../ground/clock.ts';
import { Journal } from './journal.ts';
import { JournalFile } from './journal-file.ts';
import { type LineCounts, PostedLines, type Resend } from './posted-lines.ts';
import { PostingRun, type RunEnding, type RunPorts } from './posting-run.ts';
import { type PostReply, type PostTransaction, type Sent, send } from './send.ts';
import { type PostingSource, transactionLines } from './source.ts';

export interface PostingOptions {
  source: PostingSource;
  /** From `destinationOf`: what was sent there says nothing about another tenant. */
  destination: string;
  /** The data folder. */
  folder: string;
  clock: Clock;
}

export interface RunOptions extends Resend {
  /** Lines that are under way at the same time; 1 keeps the order of the file. */
  concurrency: number;
  /** Send nothing more; lines under way may still get their replies. */
  signal: AbortSignal;
}

/** The journals in use: the lock of the data folder keeps other processes away, this keeps a second run away. */
const inUse = new Set<string>();

export class Posting {
  readonly #options: PostingOptions;
  readonly #path: string;
  readonly #file: JournalFile;
  readonly #lines: PostedLines;
  readonly #journal: Journal;

  private constructor(options: PostingOptions, path: string, file: JournalFile, lines: PostedLines) {
    this.#options = options;
    this.#path = path;
    this.#file = file;
    this.#lines = lines;
    this.#journal = new Journal({ append: (text) => file.append(text), clock: options.clock }, lines);
  }

  /**
   * Reads what was sent of this file before. Close the posting in any case.
   * @throws AppError post.under-way, post.journal-damaged, disk.full, file.cannot-write
   */
  static async open(options: PostingOptions): Promise<Posting> {
    const { source, destination, folder } = options;
    const place = createHash('sha256').update(destination).digest('hex').slice(0, 16);
    const journalOf = (key: string) => join(folder, 'posts', `${key}-${place}.jsonl`);
    // An earlier Tranship knew also a file of one transaction by its bytes.
    const isEarlier = !existsSync(journalOf(source.key)) && existsSync(journalOf(source.sha256));
    const path = journalOf(isEarlier ? source.sha256 : source.key);
    if (inUse.has(path)) throw new AppError('post.under-way', { path: source.path });
    inUse.add(path);
    let file: JournalFile | undefined;
    try {
      file = await JournalFile.open(path);
      const lines = await readLines(file, source.lines, path);
      await file.prepare();
      return new Posting(options, path, file, lines);
    } catch (thrown) {
      await file?.close();
      inUse.delete(path);
      throw thrown;
    }
  }

  /** The number of lines by state, over all runs. */
  get counts(): LineCounts {
    return this.#lines.counts;
  }

  /** How many lines a run would send. */
  due(resend: Resend): number {
    return this.#lines.due(resend);
  }

  /**
   * Sends what is due, and reports each result once it is on the disk.
   * @returns why it ended; it does not throw
   */
  async run(ports: Omit<RunPorts, 'note' | 'clock'>, options: RunOptions): Promise<RunEnding> {
    const { source, clock } = this.#options;
    const lines = transactionLines(source, (line) => this.#lines.isDue(line, options));
    const note: RunPorts['note'] = (entry) => this.#journal.note(entry);
    try {
      await this.#noteRun();
      return await new PostingRun({ ...ports, clock, note }, lines).run(options.concurrency, options.signal);
    } catch (thrown) {
      return { kind: 'failed', error: toAppError(thrown) };
    } finally {
      // Results that could not be recorded are lost.
      this.#lines.settleInterrupted();
    }
  }

  /** @throws AppError transaction.sent-before where the one transaction of this posting was accepted, or may have arrived */
  async requireUnsent(): Promise<void> {
    const outcome = this.#lines.stateOf(1);
    if (outcome === 'accepted' || outcome === 'unknown')
      throw new AppError('transaction.sent-before', { outcome, at: await this.#lastRun() });
  }

  /**
   * Sends the one transaction of this posting, and waits for nothing: a person is there, who sees the answer.
   * @throws AppError disk.full, file.cannot-write
   */
  async sendOnce<Reply extends PostReply>(
    post: PostTransaction<Reply>,
    bytes: Uint8Array,
    signal: AbortSignal,
  ): Promise<Sent<Reply>> {
    await this.#noteRun();
    await this.#journal.note({ begun: 1 });
    const sent = await send(post, { number: 1, bytes }, this.#options.clock, signal).ended;
    await this.#journal.note(sent.result === undefined ? { returned: 1 } : { result: sent.result });
    return sent;
  }

  async #noteRun(): Promise<void> {
    const { source, clock } = this.#options;
    const { path: file, sha256, lines } = source;
    await this.#journal.note({ run: { version: 1, at: new Date(clock.now()).toISOString(), file, sha256, lines } });
  }

  /** When a run last began, ISO 8601. */
  async #lastRun(): Promise<string> {
    let at = '';
    for await (const entry of this.#file.entries()) if ('run' in entry) at = entry.run.at;
    return at;
  }

  /** The result of each line of the file, over all runs, in line order. Not during a run. */
  async *results(): AsyncGenerator<ReportedLine> {
    // An unnamed database exists on the disk only while it is open, so that any number of results fits.
    const database = new DatabaseSync('');
    try {
      database.exec('CREATE TABLE results (line INTEGER PRIMARY KEY, result TEXT NOT NULL); BEGIN');
      const put = database.prepare('INSERT OR REPLACE INTO results VALUES (?, ?)');
      for await (const entry of this.#file.entries()) {
        if ('result' in entry) put.run(entry.result.line, JSON.stringify(entry.result));
      }
      const get = database.prepare('SELECT result FROM results WHERE line = ?');
      for (let line = 1; line <= this.#lines.lines; line++) yield this.#report(line, get.get(line));
    } finally {
      database.close();
    }
  }

  #report(line: number, row: unknown): ReportedLine {
    const state = this.#lines.stateOf(line);
    if (state === 'open') return { line, outcome: 'not-sent' };
    const noted = row === undefined ? undefined : lineResultSchema.parse(JSON.parse(rowSchema.parse(row).result));
    // A line that was begun and interrupted has no result, or only an earlier one.
    return noted?.outcome === state ? noted : { line, outcome: 'unknown' };
  }

  async close(): Promise<void> {
    await this.#file.close();
    inUse.delete(this.#path);
  }
}

const rowSchema = z.object({ result: z.string() });

async function readLines(file: JournalFile, count: number, path: string): Promise<PostedLines> {
  const lines = new PostedLines(count);
  let number = 0;
  for await (const entry of file.entries()) {
    number++;
    try {
      lines.apply(entry);
    } catch (thrown) {
      throw new AppError('post.journal-damaged', { path, line: number }, { cause: thrown });
    }
  }
  lines.settleInterrupted();
  return lines;
}
