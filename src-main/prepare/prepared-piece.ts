/** @file From a piece of a table to lines, ready to be written. Runs on any thread. */

import type { ComplaintOfLine, MadeLines } from '../check/made-lines.ts';
import { writeIdBits } from '../check/modification-id-list.ts';
import type { PieceRows } from '../exports/row-collector.ts';
import type { Row } from '../exports/rows.ts';
import type { RowWalk } from '../templates/kernel/row-walk.ts';
import type { WalkedLines } from '../templates/kernel/walked-lines.ts';
import type { RowMapper } from '../templates/row-mapper.ts';
import { factsOf, factsOfWalked, type LineFacts } from './line-facts.ts';
import { LineLayout } from './line-layout.ts';
import { type KindOfRows, KindsOfRows, type RowFinding } from './row-findings.ts';
import { type Grouping, keyOf } from './split.ts';
import { type PartSum, Sums } from './sums.ts';

const FIRST_IDS = 1024;
/** 128 bits. */
const WORDS_PER_ID = 4;

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
  /** In which the file does not agree with itself. */
  problems: number;
  /** What the transactions add up to by which money comes in, all days together. */
  incoming: PartSum[];
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

/** Lines in the order of their rows: one that was mapped, or some that the walk has written. */
type LaidOut = { first: number } & (
  | { row: Row; facts: LineFacts; isIncoming: boolean | undefined }
  | { walked: WalkedLines }
);

/**
 * Maps the rows, lays out their lines, and has them judged: a line that the check rejects is none, and its row is refused.
 * @param walk what writes the lines of rows that are not handed over
 */
export function preparePiece(
  { rows, faults }: PieceRows,
  { map, judge, findingOf, lateColumns, bucketOf, isProcessed = () => false }: PieceTools,
  { grouping, payments }: LineGrouping,
  walk?: Pick<RowWalk, 'take'>,
): PreparedPiece {
  const lines = new LineLayout();
  const prepared: PreparedPiece = {
    blocks: [],
    rows: 0,
    leftOut: 0,
    processed: 0,
    refused: 0,
    problems: 0,
    incoming: [],
    findings: [],
    kinds: [],
    refusedRows: [],
    ids: new Uint32Array(),
    idRows: new Float64Array(),
  };
  const findings: RowFinding[] = [];
  const made: LaidOut[] = [];
  const addWalked = () => {
    const walked = walk?.take();
    if (walked === undefined) return;
    prepared.rows += walked.count;
    made.push({ first: lines.addAll(walked), walked });
  };
  for (const row of rows) {
    addWalked();
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
    const { line, fields, isIncoming } = mapped;
    made.push({ first: lines.add(line), row, facts: factsOf(fields), isIncoming });
  }
  addWalked();
  const complaints = judge.complaints(...lines.all());
  const ids = new IdsOfRows();
  const blocks = new Map<string, BlockBuilder>();
  /** @returns whether it is a line of the preparation */
  const judged = (line: number, number: number, row: () => Row): boolean => {
    if (isProcessed(number)) {
      prepared.leftOut += 1;
      prepared.processed += 1;
      return false;
    }
    const found = complaints.get(line)?.map((complaint) => findingOf(row(), complaint));
    if (found === undefined) return true;
    findings.push(...found);
    if (!found.some(({ severity }) => severity === 'error')) return true;
    prepared.refusedRows.push(row());
    return false;
  };
  const incoming = new Sums();
  const place = (line: number, number: number, facts: LineFacts, isIncoming = false) => {
    if (isIncoming) incoming.addLine({ ...facts, day: '' });
    const bucket = payments.step === 'none' ? 0 : bucketOf(facts.payment, number);
    const key = payments.step === 'assigned' ? String(payments.fileOf[bucket] ?? 0) : keyOf(facts, grouping);
    let block = blocks.get(key);
    if (block === undefined) {
      block = new BlockBuilder(key, lines, payments.step === 'measured');
      blocks.set(key, block);
    }
    block.sums.addLine(facts);
    block.add(line, number, bucket);
  };
  for (const some of made) {
    if ('walked' in some) {
      const { first, walked } = some;
      for (let at = 0; at < walked.count; at++) {
        const number = walked.rowOf(at);
        if (!judged(first + at, number, () => walked.rowAgain(at))) continue;
        const facts = factsOfWalked(walked, at);
        if (walked.hasUuid(at)) ids.addWords(walked.words, walked.uuidOf(at), number);
        else ids.add(facts.modification, number);
        place(first + at, number, facts, walked.isIncoming(at));
      }
    } else if (judged(some.first, some.row.number, () => some.row)) {
      ids.add(some.facts.modification, some.row.number);
      place(some.first, some.row.number, some.facts, some.isIncoming);
    }
  }
  prepared.incoming = incoming.parts();
  prepared.refused = prepared.refusedRows.length;
  for (const { number, message, isOfFile } of faults) {
    if (isOfFile) {
      prepared.problems += 1;
      findings.push({ row: number, rule: 'file.disagrees', severity: 'error', message });
      continue;
    }
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
  Object.assign(prepared, ids.taken());
  prepared.blocks = [...blocks.values()].map((block) => block.finish());
  return prepared;
}

/** The modification ids of a piece, and the rows that have them. */
class IdsOfRows {
  #words = new Uint32Array(FIRST_IDS * WORDS_PER_ID);
  #rows = new Float64Array(FIRST_IDS);
  #count = 0;

  /** @param id as written; empty where there is none */
  add(id: string, row: number): void {
    if (id === '') return;
    this.#makeRoom();
    writeIdBits(id, this.#words, this.#count * WORDS_PER_ID);
    this.#rows[this.#count++] = row;
  }

  /** @param at where the four words of a UUID begin */
  addWords(words: Uint32Array, at: number, row: number): void {
    this.#makeRoom();
    const to = this.#count * WORDS_PER_ID;
    for (let word = 0; word < WORDS_PER_ID; word++) this.#words[to + word] = words[at + word] ?? 0;
    this.#rows[this.#count++] = row;
  }

  taken(): Pick<PreparedPiece, 'ids' | 'idRows'> {
    return { ids: this.#words.slice(0, this.#count * WORDS_PER_ID), idRows: this.#rows.slice(0, this.#count) };
  }

  #makeRoom(): void {
    if (this.#count < this.#rows.length) return;
    const [words, rows] = [new Uint32Array(2 * this.#words.length), new Float64Array(2 * this.#rows.length)];
    words.set(this.#words);
    rows.set(this.#rows);
    this.#words = words;
    this.#rows = rows;
  }
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
      key: this.#key,
      ...this.#layout.taken(this.#lines),
      rows: Float64Array.from(this.#rows),
      sums: this.sums.parts(),
      ...(this.#buckets !== undefined && { buckets: Uint32Array.from(this.#buckets) }),
    };
  }
}
