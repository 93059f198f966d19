/**
 * @file The check of one source file as a whole: its first bytes, the sum of its parts, and what can be judged only
 * after all lines. The caller supplies the parts, from scanners in their own threads (pooled-check.ts) or, for small
 * files, from this thread.
 */

import { Buffer } from 'node:buffer';
import { type ByteRange, type CheckedRange, cutBatches } from './batch-cutter.ts';
import { Blocks } from './blocks.ts';
import { NEEDS_JUDGE, type PartOfChunk } from './chunk-check.ts';
import { type Chunk, ChunkReader } from './chunk-reader.ts';
import { type Digests, DigestsInOrder, digestWhole } from './digests.ts';
import { HEAD_BYTES, judgeKind } from './file-kind.ts';
import type { Complaint, RuleId } from './findings/finding.ts';
import { addCounts, FindingCollector, NO_FINDINGS, noFindings } from './findings/finding-collector.ts';
import { PackedFindings } from './findings/packed-findings.ts';
import type { IdIndexOrder, IdIndexOutcome } from './id-index/order.ts';
import { Kernel } from './kernel/kernel.ts';
import { type LineIndex, LineIndexBuilder } from './line-index.ts';
import { LinesOfChunk } from './lines-of-chunk.ts';
import { loadJudge } from './load-judge.ts';
import { ModificationIds, type SharedId } from './modification-ids.ts';
import { type RuleSet, severityOf } from './rules/rule-set.ts';
import type { LineJudge } from './rules/verdict.ts';
import type { SourceFile } from './source-file.ts';
import { FileTotals } from './totals/file-totals.ts';
import type { Totals } from './totals/totals.ts';

export interface CheckRequest {
  path: string;
  ruleSet: RuleSet;
  maxBatchBytes: number;
  /** Threads that check lines, in addition to the one that gathers their findings; one for each core, at most eight. */
  workers?: number;
  /** Where the modification ids are to be kept, so that they can be found again; without it they are not. */
  idIndex?: IdIndexOrder;
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

/**
 * Where the check reports to while it runs. Both callbacks may block, which lets a slow receiver slow the check down.
 */
export interface CheckOutlet {
  findings(findings: PackedFindings): void;
  progress(progress: CheckProgress): void;
  /** The modification ids of the whole file, some at a time at the end, laid out as in a ModificationIdList. */
  ids?(ids: Uint32Array): void;
}

/** Small enough to stay in the processor's cache, large enough that the cost of handing it out does not matter. */
export const CHUNK_BYTES = 2 * 1024 * 1024;

/** A file with fewer chunks is checked in one thread: starting scanners would take longer. */
const FEWEST_CHUNKS = 3;

export function isSmall({ bytes }: { bytes: number }, chunkBytes: number): boolean {
  return bytes <= (FEWEST_CHUNKS - 1) * chunkBytes;
}

/**
 * Checks a file in this thread and blocks until it is done, but for loading the judge. `now` is in milliseconds since
 * the epoch. Rejects with AppError `file.*`; `file.changed` when the file was changed in the meantime.
 */
export async function runFileCheck(
  source: SourceFile,
  request: CheckRequest,
  now: number,
  outlet: CheckOutlet,
  chunkBytes = CHUNK_BYTES,
): Promise<FinishedCheck> {
  let judge: LineJudge | undefined;
  const steps = stepsOfCheck(source, request, now, outlet, { chunkBytes, judge: () => judge });
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    judge = await loadJudge(request.ruleSet, now);
  }
}

/** As runFileCheck: stops when `judge` is needed, and must then have one before it goes on. */
export function* stepsOfCheck(
  source: SourceFile,
  { ruleSet, maxBatchBytes }: CheckRequest,
  now: number,
  outlet: CheckOutlet,
  { chunkBytes, judge }: { chunkBytes: number; judge: () => LineJudge | undefined },
): Generator<typeof NEEDS_JUDGE, FinishedCheck> {
  const check = new FileCheck(source, ruleSet, maxBatchBytes);
  for (const findings of check.judgeStart()) outlet.findings(findings);
  if (!check.isJsonLines) return check.finishUnread();
  const kernel = new Kernel(ruleSet, now);
  const { memory } = kernel;
  const blocks = new Blocks(memory, 1, Math.min(chunkBytes, source.bytes));
  const reader = new ChunkReader(source, check, chunkBytes, memory, blocks);
  const lines = new LinesOfChunk(kernel, ruleSet, now, judge);
  const digests = new DigestsInOrder();
  for (let chunk = reader.next(); chunk !== undefined; chunk = reader.next()) {
    const { block, start, end, batch, isLarge } = chunk;
    for (const part of lines.check(chunk)) {
      if (part === NEEDS_JUDGE) {
        yield part;
        continue;
      }
      const linesBefore = check.add(chunk, part);
      const { kinds, rows } = part.findings;
      if (rows.count > 0) outlet.findings(new PackedFindings(kinds, rows, linesBefore));
      outlet.progress(check.progress());
    }
    digests.update(memory.bytes(block.at, block.at + end - start), batch);
    blocks.giveBack(block, isLarge);
  }
  for (const findings of check.judgeWhole(outlet.ids)) outlet.findings(findings);
  outlet.progress(check.progress());
  return check.finish(digests.finish(check.ranges.length));
}

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
  readonly #modificationIds = new ModificationIds();
  #linesOfBatches: number[] = [];
  #bomBytes = 0;
  #position = 0;
  #lines = 0;
  #transactions = 0;
  #valid = 0;

  constructor(source: SourceFile, ruleSet: RuleSet, maxBatchBytes: number) {
    this.#source = source;
    this.#ruleSet = ruleSet;
    this.#maxBatchBytes = maxBatchBytes;
    this.#lineIndex = new LineIndexBuilder(source.bytes, source.modifiedAt);
  }

  /** False when the first bytes show that the file has no lines to check. */
  get isJsonLines(): boolean {
    return this.ranges.length > 0;
  }

  /** Judges the first bytes and cuts the batches. Throws AppError `file.*`, also `file.line-over-limit`. */
  *judgeStart(): Generator<PackedFindings> {
    const source = this.#source;
    const head = Buffer.alloc(Math.min(HEAD_BYTES, source.bytes));
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
  *judgeWhole(onIds?: CheckOutlet['ids']): Generator<PackedFindings> {
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
    const totals = this.#totals.finish();
    const durationMs = Math.round(performance.now() - this.#startedAt);
    return {
      summary: { bytes, modifiedAt, sha256: digests.file, ranges, ...counted, totals, ...this.#counts, durationMs },
      lineIndex: this.#lineIndex.finish(),
    };
  }

  *#complaintsOfWhole(onIds: CheckOutlet['ids']): Generator<AboutLine> {
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
  return { line, complaint: duplicate(otherLines, otherCount), spoils: !isFaulty };
}

const byteOrderMark: Complaint = {
  rule: 'file.bom',
  path: '',
  message:
    'The file begins with a byte order mark, which JSON Lines should not have. Save it without one, as plain UTF-8.',
};

function duplicate(otherLines: readonly number[], otherCount: number): Complaint {
  const more = otherCount - otherLines.length;
  const lines = `${otherCount === 1 ? 'line' : 'lines'} ${otherLines.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const path = 'modification.external_id';
  return { rule: 'modification.duplicate', path, message: `${path} must be unique, but it is also on ${lines}.` };
}

function overLimit(maxBatchBytes: number, batches: number): Complaint {
  const message = `The file is larger than one batch may be (${maxBatchBytes} bytes); it will be sent in ${batches} batches.`;
  return { rule: 'file.over-limit', path: '', message };
}
