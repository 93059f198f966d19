/** @file From a piece of a table to lines, ready to be written. Runs on any thread. */

import { ModificationIdList, WORDS_PER_ID } from '../check/modification-id-list.ts';
import type { PieceRows } from '../exports/row-collector.ts';
import type { Row } from '../exports/rows.ts';
import type { RowWalk } from '../templates/kernel/row-walk.ts';
import type { RowMapper } from '../templates/row-mapper.ts';
import { factsOf, factsOfWalked, type LineFacts } from './line-facts.ts';
import { LineLayout } from './line-layout.ts';
import { type Grouping, keyOf } from './split.ts';
import { type PartSum, Sums } from './sums.ts';

/** What is wrong with a cell, or with a row as a whole, which is refused for it. */
export interface PieceFinding {
  row: number;
  column?: string;
  /** As written, shortened. */
  cell?: string;
  /** The dotted path of the field that it would become. */
  field?: string;
  rule: string;
  /** One full sentence for a clerk. */
  message: string;
}

/** Lines of one file, or of files that are cut by size alone. */
export interface Block {
  /** By which files are named; see `Lines.key`. */
  key: string;
  /** Whole lines, each with its line end. */
  bytes: Uint8Array<ArrayBuffer>;
  /** Where each line ends in `bytes`, behind its line end. */
  ends: Uint32Array<ArrayBuffer>;
  /** The rows of the lines in order, as pairs: the first of a run, and how many. */
  rows: Float64Array<ArrayBuffer>;
  sums: PartSum[];
  /** For each line the bucket of its payment, where payments are kept together and their sizes are being measured. */
  buckets?: Uint32Array<ArrayBuffer> | undefined;
}

export interface PreparedPiece {
  blocks: Block[];
  rows: number;
  leftOut: number;
  /** Of these, how many because they went to the service before. */
  processed: number;
  refused: number;
  findings: PieceFinding[];
  /** The modification ids, four words each, and the rows that have them. */
  ids: Uint32Array<ArrayBuffer>;
  idRows: Float64Array<ArrayBuffer>;
  /** The rows that were refused, to be written where they can be corrected. */
  refusedRows: Row[];
}

/** Which lines belong together, beyond their size. */
export interface LineGrouping {
  grouping: Grouping;
  /** Payments are kept together: their sizes are being measured, or each bucket of them has got its file. */
  payments: { step: 'none' } | { step: 'measured' } | { step: 'assigned'; fileOf: Uint32Array<SharedArrayBuffer> };
}

/**
 * Maps the rows and lays out their lines.
 * @param bucketOf the bucket of a payment; the row stands for a transaction without one
 * @param isProcessed whether the transaction of a row went to the service before, and is left out
 * @param walk what has written the lines of rows that are not handed over
 */
export function preparePiece(
  { rows, faults }: PieceRows,
  map: RowMapper,
  { grouping, payments }: LineGrouping,
  bucketOf: (payment: string, row: number) => number,
  isProcessed: (row: number) => boolean = () => false,
  walk?: Pick<RowWalk, 'take'>,
): PreparedPiece {
  const blocks = new Map<string, BlockBuilder>();
  const lines = new LineLayout();
  const prepared: PreparedPiece = {
    ...{ blocks: [], rows: 0, leftOut: 0, processed: 0, refused: 0, findings: [], refusedRows: [] },
    ...{ ids: new Uint32Array(), idRows: new Float64Array() },
  };
  const ids = new ModificationIdList();
  const idRows: number[] = [];
  const addLine = (line: number, row: number, facts: LineFacts, id?: Uint32Array) => {
    if (isProcessed(row)) {
      prepared.leftOut += 1;
      prepared.processed += 1;
      return;
    }
    const bucket = payments.step === 'none' ? 0 : bucketOf(facts.payment, row);
    const key = payments.step === 'assigned' ? String(payments.fileOf[bucket] ?? 0) : keyOf(facts, grouping);
    const block = blocks.get(key) ?? new BlockBuilder(key, lines, payments.step === 'measured');
    blocks.set(key, block);
    if (id !== undefined) ids.addBits(id);
    else if (facts.modification !== '') ids.add(facts.modification, 0, false);
    if (id !== undefined || facts.modification !== '') idRows.push(row);
    block.sums.addLine(facts);
    block.add(line, row, bucket);
  };
  const addWalked = () => {
    const walked = walk?.take();
    if (walked === undefined || walked.count === 0) return;
    prepared.rows += walked.count;
    const first = lines.addAll(walked.bytes, walked.count, (line) => walked.endOf(line));
    for (let line = 0; line < walked.count; line++)
      addLine(first + line, walked.rowOf(line), factsOfWalked(walked, line), walked.idOf(line));
  };
  for (const row of rows) {
    addWalked();
    prepared.rows += 1;
    const mapped = map(row);
    if (mapped.kind === 'left-out') {
      prepared.leftOut += 1;
      continue;
    }
    if (mapped.kind === 'refused') {
      prepared.refused += 1;
      prepared.findings.push(...mapped.faults);
      prepared.refusedRows.push(row);
      continue;
    }
    addLine(lines.add(mapped.line), row.number, factsOf(mapped.fields));
  }
  addWalked();
  for (const { number, message } of faults) {
    prepared.rows += 1;
    prepared.refused += 1;
    prepared.findings.push({ row: number, rule: 'row.unreadable', message });
  }
  prepared.findings.sort((a, b) => a.row - b.row);
  prepared.ids = fourWordsEach(ids.takeWith([]));
  prepared.idRows = Float64Array.from(idRows);
  prepared.blocks = [...blocks.values()].map((block) => block.finish());
  return prepared;
}

/** Without the word for the line, since a row is counted otherwise. */
function fourWordsEach(ids: Uint32Array): Uint32Array<ArrayBuffer> {
  const four = new Uint32Array((ids.length / WORDS_PER_ID) * 4);
  for (let from = 0, to = 0; to < four.length; from += WORDS_PER_ID, to += 4)
    for (let word = 0; word < 4; word++) four[to + word] = ids[from + word] ?? 0;
  return four;
}

class BlockBuilder {
  readonly sums = new Sums();
  readonly #key: string;
  readonly #layout: LineLayout;
  /** By their numbers in the layout. */
  readonly #lines: number[] = [];
  readonly #rows: number[] = [];
  /** With which the last run of rows continues. */
  #nextRow: number | undefined;
  readonly #buckets: number[] | undefined;

  constructor(key: string, layout: LineLayout, isMeasured: boolean) {
    this.#key = key;
    this.#layout = layout;
    if (isMeasured) this.#buckets = [];
  }

  /** @param line its number in the layout */
  add(line: number, row: number, bucket: number): void {
    this.#lines.push(line);
    this.#buckets?.push(bucket);
    if (row === this.#nextRow) this.#rows.push((this.#rows.pop() ?? 0) + 1);
    else this.#rows.push(row, 1);
    this.#nextRow = row + 1;
  }

  finish(): Block {
    return {
      ...{ key: this.#key, ...this.#layout.taken(this.#lines) },
      ...{ rows: Float64Array.from(this.#rows), sums: this.sums.parts() },
      ...(this.#buckets !== undefined && { buckets: Uint32Array.from(this.#buckets) }),
    };
  }
}
