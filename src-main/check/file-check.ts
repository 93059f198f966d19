/**
 * @file The check of one source file as a whole: its first bytes, the sum of its parts, and what can be judged only
 * after all lines. The caller supplies the parts.
 */

import { Buffer } from 'node:buffer';
import { fact } from '../../src-shared/languages/fact.ts';
import { type ByteRange, type CheckedRange, cutBatches } from './batch-cutter.ts';
import type { PartOfChunk } from './chunk-check.ts';
import type { Chunk } from './chunk-reader.ts';
import { type Digests, digestWhole } from './digests.ts';
import { HEAD_BYTES, judgeKind } from './file-kind.ts';
import type { Complaint, RuleId } from './findings/finding.ts';
import { addCounts, FindingCollector, NO_FINDINGS, noFindings } from './findings/finding-collector.ts';
import type { PackedFindings } from './findings/packed-findings.ts';
import type { IdIndexOrder, IdIndexOutcome } from './id-index/order.ts';
import { type LineIndex, LineIndexBuilder } from './line-index.ts';
import { ModificationIds, type SharedId } from './modification-ids.ts';
import type { PossibleRepeats } from './possible-repeats.ts';
import { type RuleSet, severityOf } from './rules/rule-set.ts';
import type { SourceFile } from './source-file.ts';
import { FileTotals } from './totals/file-totals.ts';
import type { Totals } from './totals/totals.ts';

export interface CheckRequest {
  path: string;
  ruleSet: RuleSet;
  maxBatchBytes: number;
  /** The most threads that check lines, in addition to the one that gathers their findings: by default as many as there are cores, but eight. */
  workers?: number;
  /** Where the modification ids are to be kept, so that they can be found again; without it they are not. */
  idIndex?: IdIndexOrder;
  /** A second index of the same ids under another key, for a team; one that cannot be written is not there. */
  teamIndex?: IdIndexOrder;
}

export interface CheckSummary {
  bytes: number;
  /** Modification time of the file in whole milliseconds since the epoch. */
  modifiedAt: number;
  /** Of the whole file, in hexadecimal; also computed when the file is not JSON Lines, so that it can be identified. */
  sha256: string;
  lines: number;
  /** Lines that parse to a JSON object. */
  transactions: number;
  /** Transactions whose line has no error. */
  valid: number;
  /** Lines that are in no sum, since their amount or currency cannot be read. */
  unsummed: number;
  /** The totals of all transactions. */
  totals: Totals;
  errors: number;
  warnings: number;
  byRule: Partial<Record<RuleId, number>>;
  durationMs: number;
  /** The ranges to send, one for each batch; empty when nothing can be sent. */
  ranges: CheckedRange[];
}

export interface CheckProgress {
  bytes: number;
  totalBytes: number;
  lines: number;
  errors: number;
  warnings: number;
}

export interface FinishedCheck {
  summary: CheckSummary;
  lineIndex: LineIndex;
  /** What became of the index of modification ids, where one was ordered. */
  idIndex?: IdIndexOutcome;
}

/** Receives the modification ids of the whole file, some at a time at the end, laid out as in a ModificationIdList. */
export type OnIds = (ids: Uint32Array) => void;

/** Read, judged and handed on in one go, so that one is enough for all files. */
const headOfAny = Buffer.alloc(HEAD_BYTES);
const BYTE_ORDER_MARK = '\xef\xbb\xbf';

/** The state of one check. Call judgeStart, add for every part in file order, judgeWhole and finish. */
export class FileCheck {
  /** The future batches; empty before judgeStart, and for a file that is not JSON Lines. */
  ranges: readonly ByteRange[] = [];
  readonly #startedAt = performance.now();
  readonly #source: SourceFile;
  readonly #ruleSet: RuleSet;
  readonly #maxBatchBytes: number;
  readonly #counts = noFindings();
  readonly #lineIndex: LineIndexBuilder;
  readonly #totals = new FileTotals();
  readonly #modificationIds: ModificationIds;
  #linesOfBatches: number[] = [];
  #bomBytes = 0;
  #position = 0;
  #lines = 0;
  #transactions = 0;
  #valid = 0;

  /** @param repeats all modification ids that come more than once, where that is known */
  constructor(source: SourceFile, ruleSet: RuleSet, maxBatchBytes: number, repeats?: PossibleRepeats) {
    this.#modificationIds = new ModificationIds(undefined, repeats, source.bytes);
    this.#source = source;
    this.#ruleSet = ruleSet;
    this.#maxBatchBytes = maxBatchBytes;
    this.#lineIndex = new LineIndexBuilder(source.bytes, source.modifiedAt);
  }

  /** False when the first bytes show that the file has no lines to check. */
  get isJsonLines(): boolean {
    return this.ranges.length > 0;
  }

  /** Its first bytes as judgeStart has read them; good until the next file is begun. */
  get head(): Uint8Array {
    return headOfAny.subarray(0, this.#source.bytes);
  }

  /** Judges the first bytes and cuts the batches. Throws AppError `file.*`, also `file.line-over-limit`. */
  *judgeStart(): Generator<PackedFindings> {
    const source = this.#source;
    const head = headOfAny.subarray(0, source.bytes);
    source.read(head, 0);
    if (head.toString('latin1', 0, 3) === BYTE_ORDER_MARK) this.#bomBytes = BYTE_ORDER_MARK.length;
    const kind = judgeKind(head.subarray(this.#bomBytes));
    const complaint = kind ?? (this.#bomBytes > 0 ? byteOrderMark : undefined);
    if (complaint !== undefined) yield* this.#inBatches([{ line: 0, complaint }]);
    // A rule set may let it pass that the file looks like another kind: then its lines are judged.
    if (kind !== undefined && severityOf(kind.rule, this.#ruleSet) === 'error') return;
    this.ranges = cutBatches(source, this.#maxBatchBytes);
    this.#linesOfBatches = this.ranges.map(() => 0);
    this.#position = this.#bomBytes;
  }

  /** The bytes of a byte order mark at the start, which belong to no line. */
  get bomBytes(): number {
    return this.#bomBytes;
  }

  /** Adds the next part of a chunk; returns the number of lines before it. */
  add(chunk: Chunk, part: PartOfChunk): number {
    const linesBefore = this.#lines;
    this.#lineIndex.add(this.#position, linesBefore, part);
    this.#position += part.bytes;
    this.#lines += part.lines;
    this.#transactions += part.transactions;
    this.#valid += part.valid;
    this.#linesOfBatches[chunk.batch] = (this.#linesOfBatches[chunk.batch] ?? 0) + part.lines;
    addCounts(this.#counts, part.counts);
    this.#totals.add(part.totals);
    if (part.ids.length > 0) {
      this.#modificationIds.addAll(part.ids, linesBefore);
      // Frees the memory at once instead of waiting for the garbage collector.
      part.ids.buffer.transfer(0);
    }
    return linesBefore;
  }

  /** Judges what depends on all parts: §2.6.2 duplicates in line order, then the file's size. `onIds` receives all ids. */
  *judgeWhole(onIds?: OnIds): Generator<PackedFindings> {
    if (this.isJsonLines) yield* this.#inBatches(this.#complaintsOfWhole(onIds));
  }

  progress(): CheckProgress {
    const { errors, warnings } = this.#counts;
    return { bytes: this.#position, totalBytes: this.#source.bytes, lines: this.#lines, errors, warnings };
  }

  /** The result for a file that is not JSON Lines; its digest identifies it. Throws AppError `file.*`. */
  finishUnread(): FinishedCheck {
    return this.finish(digestWhole(this.#source));
  }

  /** The result. Throws AppError `file.*`. */
  finish(digests: Digests): FinishedCheck {
    this.#source.assertUnchanged();
    // Guards against a gap: lines that were not checked must never count as valid.
    if (this.isJsonLines && this.#position !== this.#source.bytes) throw new Error('Not all of the file was checked.');
    const ranges = this.ranges.map((range, at) => ({
      ...range,
      lines: this.#linesOfBatches[at] ?? 0,
      sha256: digests.batches[at] ?? '',
    }));
    const { bytes, modifiedAt } = this.#source;
    const counted = { lines: this.#lines, transactions: this.#transactions, valid: this.#valid };
    const [totals, unsummed] = [this.#totals.finish(), this.#lines - this.#totals.summed];
    const durationMs = Math.round(performance.now() - this.#startedAt);
    return {
      summary: {
        bytes,
        modifiedAt,
        sha256: digests.file,
        ranges,
        ...counted,
        unsummed,
        totals,
        ...this.#counts,
        durationMs,
      },
      lineIndex: this.#lineIndex.finish(),
    };
  }

  *#complaintsOfWhole(onIds: OnIds | undefined): Generator<AboutLine> {
    for (const shared of this.#modificationIds.shared(onIds)) yield aboutShared(shared);
    if (this.ranges.length > 1) yield { line: 0, complaint: overLimit(this.#maxBatchBytes, this.ranges.length) };
  }

  *#inBatches(complaints: Iterable<AboutLine>): Generator<PackedFindings> {
    const collector = new FindingCollector(this.#ruleSet);
    let rows: number[] = [];
    const take = () => {
      const { findings, counts } = collector.take(Uint32Array.from(rows));
      rows = [];
      addCounts(this.#counts, counts);
      return findings;
    };
    for (const { line, complaint, spoils } of complaints) {
      const pattern = collector.patternOf([complaint]);
      if (pattern === NO_FINDINGS) continue;
      // The file itself comes before all lines, although it may be judged after them.
      if (line < (rows.at(-2) ?? 0)) yield take();
      rows.push(line, pattern);
      // A transaction without an error so far is no longer valid.
      if (collector.isFaulty(pattern) && spoils === true) this.#valid--;
      if (collector.isFull) yield take();
    }
    if (rows.length > 0) yield take();
  }
}

interface AboutLine {
  line: number;
  complaint: Complaint;
  /** True if this complaint alone makes the transaction invalid. */
  spoils?: boolean;
}

function aboutShared({ line, isFaulty, otherLines, otherCount }: SharedId): AboutLine {
  return { line, complaint: duplicate(line, otherLines, otherCount), spoils: !isFaulty };
}

const byteOrderMark: Complaint = {
  rule: 'file.bom',
  path: '',
  message: fact(
    'The file begins with a byte order mark (EF BB BF), for which a service may reject all of it. Drop it with “Correct…”, or save the file as UTF-8 without it.',
  ),
};

function duplicate(line: number, otherLines: readonly number[], otherCount: number): Complaint {
  const path = 'modification.external_id';
  const more = otherCount - otherLines.length;
  const lines = otherLines.join(', ');
  const message =
    more > 0
      ? fact('{path} must be unique, but it is also on lines {lines} and {more} more.', { path, lines, more })
      : otherCount === 1
        ? fact('{path} must be unique, but it is also on line {line}.', { path, line: lines })
        : fact('{path} must be unique, but it is also on lines {lines}.', { path, lines });
  return { rule: 'modification.duplicate', path, message, firstSharing: Math.min(line, ...otherLines) };
}

function overLimit(maxBatchBytes: number, batches: number): Complaint {
  const message = fact(
    'The file is larger than one batch may be ({bytes} bytes); it will be sent in {batches} batches.',
    { bytes: maxBatchBytes, batches },
  );
  return { rule: 'file.over-limit', path: '', message };
}
