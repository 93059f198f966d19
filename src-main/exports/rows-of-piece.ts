/** @file The rows of a piece, whatever the format, on any thread. Pure. */

import { assertNever } from '../../src-shared/errors.ts';
import { handOverDelimitedRows, type RecordWalk } from './delimited/delimited-rows.ts';
import { fixedWidthRowsOfPiece } from './fixed-width/fixed-width-rows.ts';
import { jsonRowsOfPiece } from './json/json-rows.ts';
import type { PieceRows, RowsPiece } from './row-collector.ts';
import type { Piece, PieceFormat } from './rows.ts';

/**
 * Hands over the rows of a piece in their order, and those that cannot be read. Rows without any content are in neither.
 * @param format the table's reading and columns
 * @param receive may be called a second time, with all rows again, and only what it returns then counts
 * @param walk for delimited text: may read rows, which are then not handed over
 */
export function handOverRows<Result>(
  piece: Piece,
  { reading, columns }: PieceFormat,
  receive: (rows: PieceRows) => Result,
  walk?: RecordWalk,
): Result {
  if (piece.kind === 'rows') return receive(piece);
  switch (reading.format) {
    case 'delimited':
      return handOverDelimitedRows(piece, reading, columns, receive, walk);
    case 'fixed-width':
      return receive(fixedWidthRowsOfPiece(piece, reading));
    case 'json':
      return receive(jsonRowsOfPiece(piece, columns));
    case 'xlsx':
    case 'parquet':
    case 'xml':
    case 'iso20022':
    case 'swift':
      throw new Error(`Pieces of ${reading.format} have rows, not bytes.`);
    default:
      return assertNever(reading);
  }
}

/** All rows of a piece at once, as handOverRows hands them over. */
export function rowsOfPiece(piece: Piece, format: PieceFormat): RowsPiece {
  return handOverRows(piece, format, ({ rows, faults }) => ({ kind: 'rows', rows: [...rows], faults: [...faults] }));
}
