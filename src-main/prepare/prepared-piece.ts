/** @file From a piece of a table to lines, ready to be written. Runs on any thread. */

import type { ComplaintOfLine, MadeLines } from '../check/made-lines.ts';
import { ModificationIdList, WORDS_PER_ID } from '../check/modification-id-list.ts';
import type { PieceRows } from '../exports/row-collector.ts';
import type { Row } from '../exports/rows.ts';
import type { RowMapper } from '../templates/row-mapper.ts';
import { factsOf, type LineFacts } from './line-facts.ts';
import { LineLayout } from './line-layout.ts';
import { type KindOfRows, KindsOfRows, type RowFinding } from './row-findings.ts';
import { type Grouping, keyOf } from './split.ts';
import { type PartSum, Sums } from './sums.ts';

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
  /** Rows that the mapping refused, and those whose line the check would reject. */
  refused: number;
  /** Because of which rows were refused. */
  findings: RowFinding[];
  /** Of all findings, warnings too. */
  kinds: KindOfRows[];
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

/** What turns the rows of one table into lines, and judges them. */
export interface PieceTools {
  map: RowMapper;
  judge: Pick<MadeLines, 'complaints'>;
  /** The finding of a complaint about the line of a row, with the cell that it comes from. */
  findingOf(row: Row, complaint: ComplaintOfLine): RowFinding;
  /** What of a row is left out because its column came late. */
  lateColumns(row: Row): RowFinding[];
  /** The bucket of a payment; the row stands for a transaction without one. */
  bucketOf(payment: string, row: number): number;
  /** Whether the transaction of a row went to the service before, and is left out. */
  isProcessed?(row: number): boolean;
}

/** A row that became a line. */
interface MadeLine {
  row: Row;
  facts: LineFacts;
}

/** Maps the rows, lays out their lines, and has them judged: a line that the check rejects is none, and its row is refused. */
export function preparePiece(
  { rows, faults }: PieceRows,
  { map, judge, findingOf, lateColumns, bucketOf, isProcessed = () => false }: PieceTools,
  { grouping, payments }: LineGrouping,
): PreparedPiece {
  const lines = new LineLayout();
  const prepared: PreparedPiece = {
    ...{ blocks: [], rows: 0, leftOut: 0, processed: 0, refused: 0, findings: [], kinds: [], refusedRows: [] },
    ...{ ids: new Uint32Array(), idRows: new Float64Array() },
  };
  const findings: RowFinding[] = [];
  const made: MadeLine[] = [];
  for (const row of rows) {
    prepared.rows += 1;
    const mapped = map(row);
    if (mapped.kind === 'left-out') {
      prepared.leftOut += 1;
      continue;
    }
    if (row.others !== undefined) findings.push(...lateColumns(row));
    if (mapped.kind === 'refused') {
      findings.push(...mapped.faults.map((fault): RowFinding => ({ ...fault, severity: 'error' })));
      prepared.refusedRows.push(row);
      continue;
    }
    if (isProcessed(row.number)) {
      prepared.leftOut += 1;
      prepared.processed += 1;
      continue;
    }
    lines.add(mapped.line);
    made.push({ row, facts: factsOf(mapped.fields) });
  }
  const complaints = judge.complaints(...lines.all());
  const ids = new ModificationIdList();
  const idRows: number[] = [];
  const blocks = new Map<string, BlockBuilder>();
  for (const [line, { row, facts }] of made.entries()) {
    const found = complaints.get(line)?.map((complaint) => findingOf(row, complaint));
    if (found !== undefined) findings.push(...found);
    if (found?.some(({ severity }) => severity === 'error')) {
      prepared.refusedRows.push(row);
      continue;
    }
    const bucket = payments.step === 'none' ? 0 : bucketOf(facts.payment, row.number);
    const key = payments.step === 'assigned' ? String(payments.fileOf[bucket] ?? 0) : keyOf(facts, grouping);
    const block = blocks.get(key) ?? new BlockBuilder(key, lines, payments.step === 'measured');
    blocks.set(key, block);
    if (facts.modification !== '') {
      ids.add(facts.modification, 0, false);
      idRows.push(row.number);
    }
    block.sums.addLine(facts);
    block.add(line, row.number, bucket);
  }
  prepared.refused = prepared.refusedRows.length;
  for (const { number, message } of faults) {
    prepared.rows += 1;
    prepared.refused += 1;
    findings.push({ row: number, rule: 'row.unreadable', severity: 'error', message });
  }
  prepared.refusedRows.sort((a, b) => a.number - b.number);
  findings.sort((a, b) => a.row - b.row);
  const kinds = new KindsOfRows();
  for (const finding of findings) kinds.add(finding);
  prepared.kinds = kinds.take();
  prepared.findings = findings.filter(({ severity }) => severity === 'error');
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
