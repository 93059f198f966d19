/** @file The rows of a piece, whatever the format, on any thread. Pure. */

import { assertNever } from '../../../src-shared/errors.ts';
import type { Piece, PieceFormat } from '../rows.ts';
import { delimitedRowsOfPiece } from './delimited/delimited-rows.ts';
import { fixedWidthRowsOfPiece } from './fixed-width/fixed-width-rows.ts';
import { jsonRowsOfPiece, type RowsPiece } from './json/json-rows.ts';

/**
 * The rows of a piece in their order, and those that cannot be read. Rows without any content are in neither.
 * @param format the table's reading and columns
 */
export function rowsOfPiece(piece: Piece, { reading, columns }: PieceFormat): RowsPiece {
  if (piece.kind === 'rows') return piece;
  switch (reading.format) {
    case 'delimited':
      return delimitedRowsOfPiece(piece, reading, columns);
    case 'fixed-width':
      return fixedWidthRowsOfPiece(piece, reading);
    case 'json':
      return jsonRowsOfPiece(piece, columns);
    case 'xlsx':
    case 'parquet':
    case 'xml':
      throw new Error(`Pieces of ${reading.format} have rows, not bytes.`);
    default:
      return assertNever(reading);
  }
}
