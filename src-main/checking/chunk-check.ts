/**
 * @file The check of one chunk, which scanners run in parallel. The kernel walks through its lines and accepts those without
 * a finding; what it notes about a faulty line is explained, and any other line is judged in full.
 */

import { type Buffer, isUtf8 } from 'node:buffer';
import type { Complaint } from './findings/finding.ts';
import { FindingCollector, type FindingCounts, NO_FINDINGS } from './findings/finding-collector.ts';
import type { PackedFindings } from './findings/packed-findings.ts';
import type { Kernel } from './kernel/kernel.ts';
import { LineExplainer } from './kernel/line-explainer.ts';
import { NEWLINE } from './line-ends.ts';
import { MAX_LINE_BYTES } from './line-limit.ts';
import { ModificationIdList } from './modification-id-list.ts';
import type { RuleSet } from './rules/rule-set.ts';
import { type LineJudge, type LineVerdict, noTransaction } from './rules/verdict.ts';
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
  findings: PackedFindings;
}

const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;

/** Yielded where the next line is for the judge, and there is none yet: it must be there before going on. */
export const NEEDS_JUDGE = Symbol('needs judge');

/** Checks the chunks of one file in turn. */
export class ChunkCheck {
  readonly #kernel: Kernel;
  readonly #judge: () => LineJudge | undefined;
  readonly #explainer: LineExplainer | undefined;
  readonly #collector: FindingCollector;
  readonly #ids = new ModificationIdList();
  readonly #totals = new LineTotals();
  /** Of the lines that were explained or judged. */
  #transactions = 0;
  #valid = 0;

  /**
   * @param now milliseconds since the epoch, to recognise dates in the future
   * @param judge undefined until it is loaded, because most files have no line that needs it
   */
  constructor(kernel: Kernel, ruleSet: RuleSet, now: number, judge: () => LineJudge | undefined) {
    this.#kernel = kernel;
    this.#judge = judge;
    this.#explainer = kernel.outline && new LineExplainer(kernel.outline, ruleSet, now);
    this.#collector = new FindingCollector(ruleSet);
    // What it has learned are the patterns of another collector.
    kernel.forget();
  }

  /**
   * Checks the lines from one address up to another, where a line feed must be. Yields at least one part, and a new one
   * whenever there are enough findings to hand over.
   */
  *check(start: number, limit: number): Generator<CheckedPart | typeof NEEDS_JUDGE> {
    const bytes = this.#kernel.memory.bytes(start, limit);
    const isKnownUtf8 = isUtf8(bytes);
    let at = start;
    do {
      const from = at;
      while (at < limit && !this.#collector.isFull && !this.#kernel.isFull) {
        let stopped = this.#kernel.walk(at, limit, isKnownUtf8);
        at = stopped.at;
        if (stopped.stop === 'done' || stopped.stop === 'full') break;
        if (stopped.stop === 'faulty' && this.#explain(bytes, start)) {
          // The last line of a file may lack its line feed.
          at = Math.min(this.#kernel.nextLine, limit);
          continue;
        }
        const newline = bytes.indexOf(NEWLINE, at - start);
        const next = newline === -1 ? limit : start + newline + 1;
        // Bytes that are not UTF-8, elsewhere in the chunk, are no reason to judge this line.
        if (stopped.stop === 'encoding' && isUtf8(bytes.subarray(at - start, next - start))) {
          stopped = this.#kernel.walk(at, next, true);
          if (stopped.stop === 'done' || (stopped.stop === 'faulty' && this.#explain(bytes, start))) {
            at = next;
            continue;
          }
        }
        let judge = this.#judge();
        while (judge === undefined) {
          yield NEEDS_JUDGE;
          judge = this.#judge();
        }
        this.#kernel.line++;
        this.#add(judgeLine(judge, bytes, at - start, endWithoutNewline(bytes, at - start, next - start)));
        at = next;
      }
      yield this.#take(at - from);
    } while (at < limit);
  }

  /** The part for a line that is too long, with the bytes of its end. */
  tooLong(bytes: number, ending: Buffer): CheckedPart {
    const lineEnd = ending.length - endWithoutNewline(ending, 0, ending.length);
    this.#kernel.line++;
    this.#add(noTransaction(tooLong(bytes - lineEnd)));
    return this.#take(bytes);
  }

  /** Adds the line at which the walk stopped as faulty; false where the judge must decide. `bytes` are those from `start`. */
  #explain(bytes: Buffer, start: number): boolean {
    const textOf = (from: number, to: number) => bytes.toString('utf8', from - start, to - start);
    const explained = this.#explainer?.explain(this.#kernel.faultyLine(), textOf);
    if (explained === undefined) return false;
    const line = this.#kernel.line + 1;
    const { complaints, figures, modificationId, isRepeatable } = explained;
    const pattern = this.#collector.patternOf(complaints);
    const isFaulty = this.#collector.isFaulty(pattern);
    this.#kernel.keepFaulty(isFaulty);
    if (isRepeatable) this.#kernel.learn(pattern, isFaulty);
    if (pattern !== NO_FINDINGS) this.#kernel.addRow(line, pattern);
    if (modificationId !== undefined) this.#ids.addAny(modificationId, line, isFaulty);
    this.#transactions++;
    if (!isFaulty) this.#valid++;
    if (figures !== undefined) this.#totals.add(figures);
    return true;
  }

  #add({ complaints, isTransaction, modificationId, figures }: LineVerdict): void {
    const { line } = this.#kernel;
    const pattern = this.#collector.patternOf(complaints);
    if (pattern !== NO_FINDINGS) this.#kernel.addRow(line, pattern);
    if (!isTransaction) return;
    const isFaulty = this.#collector.isFaulty(pattern);
    this.#transactions++;
    if (!isFaulty) this.#valid++;
    if (modificationId !== undefined) this.#ids.addAny(modificationId, line, isFaulty);
    if (figures !== undefined) this.#totals.add(figures);
  }

  #take(bytes: number): CheckedPart {
    const { findings, counts, wereForgotten } = this.#collector.take(this.#kernel.rows);
    if (wereForgotten) this.#kernel.forget();
    const { accepted, known, knownValid, ids, totals } = this.#kernel.take();
    const part = {
      bytes,
      lines: this.#kernel.line,
      transactions: this.#transactions + accepted + known,
      valid: this.#valid + accepted + knownValid,
      ids: this.#ids.takeWith([ids]),
      totals: addTotals(this.#totals.take(), totals),
      findings,
      counts,
    };
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
