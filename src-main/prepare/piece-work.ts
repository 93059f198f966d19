/** @file What a thread does with the pieces of tables: it turns them into lines. Runs on any thread. */

import { isPaymentReading } from '../../src-shared/formats.ts';
import type { Template } from '../../src-shared/template-shapes.ts';
import { MadeLines } from '../check/made-lines.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import type { Delimiter } from '../exports/delimited/record-cells.ts';
import type { PieceRows } from '../exports/row-collector.ts';
import { DELIMITER_OF_PAYMENTS, type Piece, type PieceFormat } from '../exports/rows.ts';
import { handOverRows } from '../exports/rows-of-piece.ts';
import { RowWalk } from '../templates/kernel/row-walk.ts';
import { lateColumnsOf } from '../templates/late-columns.ts';
import { rowMapper } from '../templates/row-mapper.ts';
import { findingOfLine } from './finding-of-line.ts';
import { bucketOf } from './payment-buckets.ts';
import { type LineGrouping, type PieceTools, type PreparedPiece, preparePiece } from './prepared-piece.ts';
import { isIn, type SharedRows } from './processed-before.ts';

export interface PieceAssignment {
  template: Template;
  grouping: LineGrouping;
  /** Rows that are left out, as they went to the service before. */
  processed?: SharedRows | undefined;
  /** By which each line is judged. */
  ruleSet: RuleSet;
  /** Milliseconds since the epoch, to recognise dates in the future. */
  now: number;
}

/** A piece, with the format of its table where that is not known yet. */
export interface PieceOrder {
  table: number;
  format?: PieceFormat;
  piece: Piece;
}

export function pieceWork(assignment: PieceAssignment): (order: PieceOrder) => PreparedPiece {
  const { template, grouping, processed, ruleSet, now } = assignment;
  const judge = new MadeLines(ruleSet, now);
  const walk = newWalk(template);
  const tables = new Map<number, { format: PieceFormat; tools: PieceTools }>();
  const toolsOf = (table: number, { columns }: PieceFormat): PieceTools => ({
    judge,
    bucketOf,
    map: rowMapper(template, columns),
    findingOf: findingOfLine(template, columns),
    lateColumns: lateColumnsOf(template),
    isProcessed: (row) => processed !== undefined && isIn(processed, table, row),
  });
  return ({ table, format, piece }) => {
    if (format !== undefined) tables.set(table, { format, tools: toolsOf(table, format) });
    const known = tables.get(table);
    if (known === undefined) throw new Error('A piece came before the format of its table.');
    const { reading, columns } = known.format;
    const delimiter = delimiterOf(reading);
    const usable = delimiter !== undefined && walk?.turnTo(columns, delimiter) === true ? walk : undefined;
    const receive = (rows: PieceRows) => preparePiece(rows, known.tools, grouping, usable);
    return handOverRows(piece, known.format, receive, usable);
  };
}

/** Of text whose rows can be walked. */
function delimiterOf(reading: PieceFormat['reading']): Delimiter | undefined {
  if (isPaymentReading(reading)) return DELIMITER_OF_PAYMENTS;
  return reading.format === 'delimited' ? (reading.delimiter ?? ',') : undefined;
}

function newWalk(template: Template): RowWalk | undefined {
  try {
    return new RowWalk(template);
  } catch {
    // WebAssembly, or its vector instructions, are missing here: all rows are mapped one by one.
    return undefined;
  }
}
