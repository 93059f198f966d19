/** @file The rows of a piece, whatever the format, on any thread. Pure. */

import { assertNever } from '../../src-shared/errors.ts';
import { handOverDelimitedRows, type RecordWalk } from './delimited/delimited-rows.ts';
import { fixedWidthRowsOfPiece } from './fixed-width/fixed-width-rows.ts';
import { jsonRowsOfPiece } from './json/json-rows.ts';
import type { PieceRows, RowsPiece } from './row-collector.ts';
import { DELIMITER_OF_PAYMENTS, type Piece, type PieceFormat, type Row } from './rows.ts';

/**
 * Hands over the rows of a piece in their order, and those that cannot be read. Rows without any content are in neither.
 * @param format the table's reading and columns
 * @param receive may be called a second time, with all rows again, and only what it returns then counts
 * @param walk for delimited text, also that of payments: may read rows, which are then not handed over
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
    case 'iso20022':
    case 'swift': {
      const readAs = { format: 'delimited', delimiter: DELIMITER_OF_PAYMENTS } as const;
      const receiveMade = ({ rows }: PieceRows) =>
        receive({ rows: withoutEmptyCells(rows), faults: piece.faults ?? [] });
      return handOverDelimitedRows(piece, readAs, columns, receiveMade, walk);
    }
    case 'xlsx':
    case 'parquet':
    case 'xml':
      throw new Error(`Pieces of ${reading.format} have rows, not bytes.`);
    default:
      return assertNever(reading);
  }
}

function* withoutEmptyCells(rows: Iterable<Row>): Generator<Row> {
  for (const row of rows) yield { ...row, cells: row.cells.map((cell) => (cell === '' ? undefined : cell)) };
}

/** All rows of a piece at once, as handOverRows hands them over. */
export function rowsOfPiece(piece: Piece, format: PieceFormat): RowsPiece {
  return handOverRows(piece, format, ({ rows, faults }) => ({ kind: 'rows', rows: [...rows], faults: [...faults] }));
}
