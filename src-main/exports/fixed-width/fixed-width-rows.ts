/** @file The rows of a piece of text of which each column has a width, counted in characters; on any thread. Pure. */

import { Buffer, isUtf8 } from 'node:buffer';
import { type Fact, fact } from '../../../src-shared/languages/fact.ts';
import { namedEncoding } from '../encoding/encoding-names.ts';
import { excerpt } from '../excerpt.ts';
import { beginsFile, joinedFiles } from '../joined-files.ts';
import type { BytesPiece, RowsPiece } from '../json/json-rows.ts';
import { placeOf, undecodable } from '../row-problems.ts';
import type { PieceFormat, Row, RowFault } from '../rows.ts';

/** What programs of DOS write behind the last line. */
const END_OF_FILE = '\u001a';

type FixedWidthReading = Extract<PieceFormat['reading'], { format: 'fixed-width' }>;

/** The rows of the piece. Lines without content are left out; columns beyond the end of a line have no cell. */
export function fixedWidthRowsOfPiece(piece: BytesPiece, reading: FixedWidthReading): RowsPiece {
  const { bytes, firstRow } = piece;
  const rows: Row[] = [];
  const faults: RowFault[] = [];
  const isValid = isUtf8(bytes);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
  const width = reading.columns.reduce((sum, column) => sum + column.width, 0);
  const encoding = namedEncoding(reading.encoding ?? 'utf-8');
  for (const [at, line] of linesOf(text).entries()) {
    const row = firstRow + at;
    if (line.trim() === '' || line === END_OF_FILE) continue;
    const characters = inCharacters(line);
    // Only where the piece has a fault: the text itself may have this character, too.
    const message =
      !isValid && line.includes('\ufffd')
        ? undecodable(placeOf(row, row), encoding)
        : beginsFile(line)
          ? joinedFiles(row)
          : tooLong(row, characters, width);
    if (message !== undefined) faults.push({ number: row, message });
    else rows.push({ number: row, cells: cellsOf(characters, reading) });
  }
  return { kind: 'rows', rows, faults };
}

function linesOf(text: string): string[] {
  const lines = text.includes('\r') ? text.split(/\r\n|\n|\r/) : text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** As it can be cut by character: most text is a string already. */
function inCharacters(line: string): string | readonly string[] {
  return /[\ud800-\udbff]/.test(line) ? Array.from(line) : line;
}

function part(characters: string | readonly string[], from: number, to?: number): string {
  return typeof characters === 'string' ? characters.slice(from, to) : characters.slice(from, to).join('');
}

function cellsOf(characters: string | readonly string[], { columns }: FixedWidthReading): (string | undefined)[] {
  let from = 0;
  return columns.map(({ width }) => {
    const cell = from < characters.length ? part(characters, from, from + width).replace(/ +$/, '') : undefined;
    from += width;
    return cell;
  });
}

function tooLong(row: number, characters: string | readonly string[], width: number): Fact | undefined {
  if (characters.length <= width) return undefined;
  const rest = part(characters, width);
  if (rest.trim() === '') return undefined;
  return fact(
    'Row {row, number} has {characters, number} characters, but the columns take {width, number}: “{rest}” is too much.',
    { row, characters: characters.length, width, rest: excerpt(rest) },
  );
}
