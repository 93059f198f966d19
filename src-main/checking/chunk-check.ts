/**
 * @file The check of one chunk, which scanners run in parallel. A line with a learned shape passes at once; any other
 * line is judged in full, and learned from when it has no findings.
 */

import { Buffer } from 'node:buffer';
import type { ByteRange } from './batch-cutter.ts';
import type { Complaint, Finding } from './findings/finding.ts';
import { FindingCollector, type FindingCounts } from './findings/finding-collector.ts';
import { NEWLINE } from './line-ends.ts';
import { ModificationIdList } from './modification-id-list.ts';
import { type LineJudge, type LineVerdict, lineJudge, MAX_LINE_BYTES, noTransaction } from './rules/line-judge.ts';
import type { RuleSet } from './rules/rule-set.ts';
import { LearnedShapes } from './shapes/learned-shapes.ts';
import type { ByteSource } from './source-file.ts';
import { LineTotals } from './totals/line-totals.ts';
import type { PartTotals } from './totals/totals.ts';

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

/** Checks the chunks of one file in turn, reusing its memory and its learned shapes. */
export class ChunkCheck {
  readonly #source: ByteSource;
  readonly #judge: LineJudge;
  readonly #shapes: LearnedShapes;
  readonly #collector: FindingCollector;
  readonly #ids = new ModificationIdList();
  readonly #totals = new LineTotals();
  #buffer = Buffer.alloc(0);
  #at = 0;
  #limit = 0;
  #lines = 0;
  #transactions = 0;
  #valid = 0;

  /** `now` is in milliseconds since the epoch. */
  constructor(source: ByteSource, ruleSet: RuleSet, now: number) {
    this.#source = source;
    this.#judge = lineJudge(ruleSet, now);
    this.#shapes = new LearnedShapes(ruleSet, now);
    this.#collector = new FindingCollector(ruleSet);
  }

  /**
   * Yields at least one part, and a new one whenever there are enough findings to hand over. Throws AppError `file.*`.
   */
  *check({ start, end }: ByteRange): Generator<CheckedPart> {
    if (end - start > MAX_LINE_BYTES + LINE_END_BYTES) {
      // A chunk this large is a single line: only its end is read.
      this.#read(end - LINE_END_BYTES, end);
      this.#lines++;
      const withoutEnd = endWithoutNewline(this.#buffer, 0, LINE_END_BYTES);
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
    if (bytes > this.#buffer.length) this.#buffer = Buffer.allocUnsafeSlow(bytes);
    this.#source.read(this.#buffer.subarray(0, bytes), start);
    this.#at = 0;
    this.#limit = bytes;
  }

  /** Checks lines until the chunk ends or there are enough findings. */
  #checkLines(): void {
    const block = this.#buffer;
    const limit = this.#limit;
    const shapes = this.#shapes;
    const totals = this.#totals;
    let at = this.#at;
    while (at < limit && !this.#collector.isFull) {
      this.#lines++;
      let next = shapes.accept(block, at, limit);
      if (next === -1) {
        const newline = block.indexOf(NEWLINE, at);
        next = newline === -1 || newline >= limit ? limit : newline + 1;
        this.#judgeLine(at, next);
      } else {
        this.#transactions++;
        this.#valid++;
        if (shapes.modificationIdAt !== -1) this.#ids.add(block, shapes.modificationIdAt, this.#lines);
        totals.addRead(shapes.figures, block);
      }
      at = next;
    }
    this.#at = at;
  }

  #judgeLine(start: number, next: number): void {
    const verdict = judgeLine(this.#judge, this.#buffer, start, endWithoutNewline(this.#buffer, start, next));
    this.#add(verdict);
    if (verdict.complaints.length === 0) this.#shapes.learn(this.#buffer, start, next);
  }

  #add({ complaints, isTransaction, modificationId, figures }: LineVerdict): void {
    let isFaulty = false;
    for (const complaint of complaints) {
      if (this.#collector.add(this.#lines, complaint) === 'error') isFaulty = true;
    }
    if (!isTransaction) return;
    this.#transactions++;
    if (!isFaulty) this.#valid++;
    if (modificationId !== undefined) this.#ids.addText(modificationId, this.#lines, isFaulty);
    if (figures !== undefined) this.#totals.addFigures(figures);
  }

  #take(bytes: number): CheckedPart {
    const lines = this.#lines;
    const transactions = this.#transactions;
    const valid = this.#valid;
    this.#lines = 0;
    this.#transactions = 0;
    this.#valid = 0;
    const taken = { ids: this.#ids.take(), totals: this.#totals.take(), ...this.#collector.take() };
    return { bytes, lines, transactions, valid, ...taken };
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
