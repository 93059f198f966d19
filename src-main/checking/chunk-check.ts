/**
 * @file The check of one chunk, which scanners run in parallel. The kernel walks through its lines and accepts those without
 * a finding; any other line is judged in full.
 */

import { Buffer, isUtf8 } from 'node:buffer';
import type { ByteRange } from './batch-cutter.ts';
import type { Complaint, Finding } from './findings/finding.ts';
import { FindingCollector, type FindingCounts } from './findings/finding-collector.ts';
import { Kernel, type WalkResults } from './kernel/kernel.ts';
import { NEWLINE } from './line-ends.ts';
import { ModificationIdList } from './modification-id-list.ts';
import { type LineJudge, type LineVerdict, lineJudge, MAX_LINE_BYTES, noTransaction } from './rules/line-judge.ts';
import type { RuleSet } from './rules/rule-set.ts';
import type { ByteSource } from './source-file.ts';
import { LineTotals } from './totals/line-totals.ts';
import { addTotals, type PartTotals } from './totals/totals.ts';

/** The result for some lines, without the findings. The parts of a chunk follow one another without a gap. */
export interface PartOfChunk {
  bytes: number;
  lines: number;
  transactions: number;
  /** Transactions whose line has no error. */
  valid: number;
  counts: FindingCounts;
  /** From a ModificationIdList; lines are counted from 1 at the start of the part. */
  ids: Uint32Array<ArrayBuffer>;
  totals: PartTotals;
}

/** Lines in the findings are counted from 1 at the start of the part. */
export interface CheckedPart extends PartOfChunk {
  findings: Finding[];
}

const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;
const LINE_END_BYTES = 2;

/** Checks the chunks of one file in turn, reusing its memory. */
export class ChunkCheck {
  readonly #source: ByteSource;
  readonly #judge: LineJudge;
  readonly #kernel: Kernel;
  readonly #collector: FindingCollector;
  readonly #ids = new ModificationIdList();
  readonly #totals = new LineTotals();
  /** What the kernel read from the lines of this part. */
  #walked: WalkResults[] = [];
  #block: Buffer = Buffer.alloc(0);
  #isUtf8 = false;
  #at = 0;
  #limit = 0;
  /** Of the judged lines. */
  #transactions = 0;
  #valid = 0;

  /** `now` is in milliseconds since the epoch. */
  constructor(source: ByteSource, ruleSet: RuleSet, now: number) {
    this.#source = source;
    this.#judge = lineJudge(ruleSet, now);
    this.#kernel = new Kernel(ruleSet, now);
    this.#collector = new FindingCollector(ruleSet);
  }

  /**
   * Yields at least one part, and a new one whenever there are enough findings to hand over. Throws AppError `file.*`.
   */
  *check({ start, end }: ByteRange): Generator<CheckedPart> {
    if (end - start > MAX_LINE_BYTES + LINE_END_BYTES) {
      // A chunk this large is a single line: only its end is read.
      this.#read(end - LINE_END_BYTES, end);
      this.#kernel.line++;
      const withoutEnd = endWithoutNewline(this.#block, 0, LINE_END_BYTES);
      this.#add(noTransaction(tooLong(end - start - LINE_END_BYTES + withoutEnd)));
      yield this.#take(end - start);
      return;
    }
    this.#read(start, end);
    do {
      const from = this.#at;
      this.#checkLines();
      yield this.#take(this.#at - from);
    } while (this.#at < this.#limit);
  }

  #read(start: number, end: number): void {
    const bytes = end - start;
    this.#block = this.#kernel.block(bytes);
    this.#source.read(this.#block, start);
    this.#kernel.endBlock(bytes);
    this.#isUtf8 = isUtf8(this.#block);
    this.#at = 0;
    this.#limit = bytes;
  }

  /** Checks lines until the chunk ends or there are enough findings. */
  #checkLines(): void {
    const limit = this.#limit;
    let at = this.#at;
    while (at < limit && !this.#collector.isFull) {
      const stopped = this.#kernel.walk(at, limit, this.#isUtf8);
      at = stopped.at;
      if (stopped.stop === 'full') this.#walked.push(this.#kernel.take());
      if (stopped.stop === 'judge') at = this.#judgeLine(at);
      if (stopped.stop === 'encoding') at = this.#walkLine(at);
    }
    this.#at = at;
  }

  /** The line at `start` has characters outside ASCII, in a chunk with bytes that are not UTF-8. */
  #walkLine(start: number): number {
    const next = this.#nextLine(start);
    if (!isUtf8(this.#block.subarray(start, next))) return this.#judgeLine(start);
    const { at, stop } = this.#kernel.walk(start, next, true);
    return stop === 'done' ? at : this.#judgeLine(start);
  }

  #nextLine(start: number): number {
    const newline = this.#block.indexOf(NEWLINE, start);
    return newline === -1 ? this.#limit : newline + 1;
  }

  #judgeLine(start: number): number {
    const next = this.#nextLine(start);
    this.#kernel.line++;
    this.#add(judgeLine(this.#judge, this.#block, start, endWithoutNewline(this.#block, start, next)));
    return next;
  }

  #add({ complaints, isTransaction, modificationId, figures }: LineVerdict): void {
    const { line } = this.#kernel;
    let isFaulty = false;
    for (const complaint of complaints) {
      if (this.#collector.add(line, complaint) === 'error') isFaulty = true;
    }
    if (!isTransaction) return;
    this.#transactions++;
    if (!isFaulty) this.#valid++;
    if (modificationId !== undefined) this.#ids.addText(modificationId, line, isFaulty);
    if (figures !== undefined) this.#totals.add(figures);
  }

  #take(bytes: number): CheckedPart {
    const lines = this.#kernel.line;
    const walked = [...this.#walked, this.#kernel.take()];
    const accepted = walked.reduce((sum, one) => sum + one.accepted, 0);
    const part = {
      bytes,
      lines,
      transactions: this.#transactions + accepted,
      valid: this.#valid + accepted,
      ids: this.#ids.takeWith(walked.map(({ ids }) => ids)),
      totals: walked.map(({ totals }) => totals).reduce(addTotals, this.#totals.take()),
      ...this.#collector.take(),
    };
    this.#walked = [];
    this.#kernel.line = 0;
    this.#transactions = 0;
    this.#valid = 0;
    return part;
  }
}

/** What the judge says of the line [start, end), unless it is too long or blank, which is nothing to judge. */
export function judgeLine(judge: LineJudge, bytes: Buffer, start: number, end: number): LineVerdict {
  if (end - start > MAX_LINE_BYTES) return noTransaction(tooLong(end - start));
  if (isBlank(bytes, start, end)) return noTransaction(blank);
  return judge(bytes, start, end);
}

/** Where the line [start, next) ends, without its LF or CRLF. */
export function endWithoutNewline(bytes: Buffer, start: number, next: number): number {
  let end = next;
  if (end > start && bytes[end - 1] === NEWLINE) end--;
  if (end > start && bytes[end - 1] === CARRIAGE_RETURN) end--;
  return end;
}

export function isBlank(bytes: Buffer, start: number, end: number): boolean {
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

function tooLong(bytes: number): Complaint {
  const mebibytes = (bytes / 1024 / 1024).toFixed(1);
  const most = MAX_LINE_BYTES / 1024 / 1024;
  const message = `The line has ${mebibytes} MiB and was not checked; a line may have ${most} MiB. Is a line end missing?`;
  return { rule: 'line.too-long', path: '', message };
}
