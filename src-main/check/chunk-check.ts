/**
 * @file The check of one chunk, which scanners run in parallel. The kernel walks through its lines and accepts those without
 * a finding; what it notes about a faulty line is explained, and any other line is judged in full.
 */

import { type Buffer, isUtf8 } from 'node:buffer';
import { FindingCollector, type FindingCounts, NO_FINDINGS } from './findings/finding-collector.ts';
import type { PackedFindings } from './findings/packed-findings.ts';
import { endWithoutNewline, judgeLine, tooLong } from './judged-line.ts';
import type { Judges } from './judges.ts';
import { LineExplainer } from './kernel/line-explainer.ts';
import type { LineWalk } from './kernel/line-walk.ts';
import { NEWLINE } from './line-ends.ts';
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

/** A longer line is judged in a thread of its own: up to here, all that a line parses to fits into any heap. */
const MOST_BYTES_HERE = 2 * 1024 * 1024;

/** Checks the chunks of one file in turn. */
export class ChunkCheck {
  readonly #kernel: LineWalk;
  readonly #judges: Judges;
  readonly #ruleSet: RuleSet;
  readonly #now: number;
  /** Both undefined until the first line needs them, because most files have none. */
  #judge: LineJudge | undefined;
  #explainer: LineExplainer | undefined;
  readonly #collector: FindingCollector;
  readonly #ids = new ModificationIdList();
  readonly #totals = new LineTotals();
  /** Of the lines that were explained or judged. */
  #transactions = 0;
  #valid = 0;

  /** @param now milliseconds since the epoch, to recognise dates in the future */
  constructor(kernel: LineWalk, ruleSet: RuleSet, now: number, judges: Judges) {
    this.#kernel = kernel;
    this.#judges = judges;
    this.#ruleSet = ruleSet;
    this.#now = now;
    this.#collector = new FindingCollector(ruleSet);
    // What it has learned are the patterns of another collector.
    kernel.forget();
  }

  /**
   * Checks the lines from one address up to another, where a line feed must be. Yields at least one part, and a new one
   * whenever there are enough findings to hand over.
   */
  async *check(start: number, limit: number): AsyncGenerator<CheckedPart> {
    const bytes = this.#kernel.memory.bytes(start, limit);
    const isKnownUtf8 = isUtf8(bytes);
    let at = start;
    do {
      const from = at;
      while (at < limit && !this.#collector.isFull && !this.#kernel.isFull) {
        let stopped = this.#kernel.walk(at, limit, isKnownUtf8);
        at = stopped.at;
        if (stopped.stop === 'done' || stopped.stop === 'full') break;
        const explained = stopped.stop === 'faulty' ? this.#explain(bytes, start) : undefined;
        if (explained !== undefined) {
          // The last line of a file may lack its line feed.
          at = Math.min(explained, limit);
          continue;
        }
        const newline = bytes.indexOf(NEWLINE, at - start);
        const next = newline === -1 ? limit : start + newline + 1;
        // Bytes that are not UTF-8, elsewhere in the chunk, are no reason to judge this line.
        if (stopped.stop === 'encoding' && isUtf8(bytes.subarray(at - start, next - start))) {
          stopped = this.#kernel.walk(at, next, true);
          if (stopped.stop === 'done' || (stopped.stop === 'faulty' && this.#explain(bytes, start) !== undefined)) {
            at = next;
            continue;
          }
        }
        const end = endWithoutNewline(bytes, at - start, next - start);
        this.#judge ??= await this.#judges.load();
        const verdict =
          next - at > MOST_BYTES_HERE
            ? await this.#judges.judgeApart(bytes.subarray(at - start, end))
            : judgeLine(this.#judge, bytes, at - start, end);
        this.#kernel.line++;
        this.#add(verdict);
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

  /**
   * Adds the line at which the walk stopped as faulty, and returns where the next one begins; undefined where the judge must
   * decide. `bytes` are those from `start`.
   */
  #explain(bytes: Buffer, start: number): number | undefined {
    const textOf = (from: number, to: number) => bytes.toString('utf8', from - start, to - start);
    const { faults } = this.#kernel;
    if (faults === undefined) return undefined;
    this.#explainer ??= new LineExplainer(faults.outline, this.#ruleSet, this.#now);
    const explained = this.#explainer.explain(faults.current, textOf);
    if (explained === undefined) return undefined;
    const line = this.#kernel.line + 1;
    const { complaints, figures, modificationId, isRepeatable } = explained;
    const pattern = this.#collector.patternOf(complaints);
    const isFaulty = this.#collector.isFaulty(pattern);
    faults.keep(isFaulty);
    if (isRepeatable) this.#kernel.learn(pattern, isFaulty);
    if (pattern !== NO_FINDINGS) this.#kernel.addRow(line, pattern);
    if (modificationId !== undefined) this.#ids.add(modificationId, line, isFaulty);
    this.#transactions++;
    if (!isFaulty) this.#valid++;
    if (figures !== undefined) this.#totals.add(figures);
    return faults.nextLine;
  }

  #add({ complaints, isTransaction, modificationId, figures }: LineVerdict): void {
    const { line } = this.#kernel;
    const pattern = this.#collector.patternOf(complaints);
    if (pattern !== NO_FINDINGS) this.#kernel.addRow(line, pattern);
    if (!isTransaction) return;
    const isFaulty = this.#collector.isFaulty(pattern);
    this.#transactions++;
    if (!isFaulty) this.#valid++;
    if (modificationId !== undefined) this.#ids.add(modificationId, line, isFaulty);
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
