/**
 * @file Refused rows as text that the same template reads again, once they are corrected: text formats in their own way, all
 * others as CSV. Pure.
 */

import { Buffer } from 'node:buffer';
import { isKeptAsItCame, isPaymentReading } from '../../src-shared/formats.ts';
import type { Reading } from '../../src-shared/template-shapes.ts';
import { characterOf, type OneByteEncoding } from '../exports/encoding/one-byte-tables.ts';
import type { Row } from '../exports/rows.ts';

export interface RefusedText {
  /** Of the file's name. */
  ending: 'csv' | 'txt' | 'jsonl';
  header: string;
  line(row: Row): string;
  encode(text: string): Uint8Array;
}

/**
 * How the refused rows of a table are written.
 * @param asked the reading as it is asked for when they are prepared again
 * @param found the reading that was detected
 */
export function refusedText(asked: Reading, found: Reading, columns: readonly string[]): RefusedText {
  if (!isKeptAsItCame(found)) {
    const hasEmptyCells = !isPaymentReading(found);
    const line = ({ cells }: Pick<Row, 'cells'>) =>
      delimitedLine(hasEmptyCells ? cells : cells.map((cell) => (cell === '' ? undefined : cell)), ',');
    return { ending: 'csv', header: line({ cells: columns }), line, encode: (text) => Buffer.from(text) };
  }
  switch (found.format) {
    case 'delimited': {
      const delimiter = found.delimiter ?? ',';
      const line = ({ cells }: Pick<Row, 'cells'>) => delimitedLine(cells, delimiter);
      // Refused rows of another format, which were refused once more, are read as they were before.
      const header =
        asked.format === 'delimited' ? headerOf(asked, line({ cells: columns })) : line({ cells: columns });
      return { ending: 'csv', header, line, encode: encoder(asked.format === 'delimited' ? asked : found) };
    }
    case 'fixed-width': {
      const widths = found.columns.map(({ width }) => width);
      const line = ({ cells }: Pick<Row, 'cells'>) =>
        `${widths.map((width, at) => (cells[at] ?? '').padEnd(width).slice(0, width)).join('')}\n`;
      return { ending: 'txt', header: headerOf(asked, line({ cells: columns })), line, encode: encoder(asked) };
    }
    case 'json':
      return { ending: 'jsonl', header: '', line: (row) => jsonLine(row, columns), encode: encoder(asked) };
  }
}

/** The header stands where the template looks for it. */
function headerOf(asked: Reading, header: string): string {
  const row = 'headerRow' in asked ? (asked.headerRow ?? 1) : 1;
  return row === 0 ? '' : `${'\n'.repeat(row - 1)}${header}`;
}

/** A row as it is written with this delimiter (as RFC 4180, with LF); missing cells at the end are left out. */
export function delimitedLine(cells: readonly (string | undefined)[], delimiter: string): string {
  const last = cells.findLastIndex((cell) => cell !== undefined);
  const quoted = (cell: string): string =>
    cell.includes(delimiter) || /[";|\r\n\t]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const texts = cells.slice(0, last + 1).map((cell) => quoted(cell ?? ''));
  return `${texts.join(delimiter)}\n`;
}

function jsonLine({ cells, others = [] }: Row, columns: readonly string[]): string {
  const own = columns.flatMap((column, at): [string, string][] => {
    const cell = cells[at];
    return cell === undefined ? [] : [[column, cell]];
  });
  return `${JSON.stringify(Object.fromEntries([...own, ...others]))}\n`;
}

function encoder(asked: Reading): (text: string) => Uint8Array {
  const encoding = ('encoding' in asked ? asked.encoding : undefined) ?? 'utf-8';
  switch (encoding) {
    case 'utf-8':
      return (text) => Buffer.from(text);
    case 'utf-16le':
      return (text) => Buffer.from(text, 'utf16le');
    case 'utf-16be':
      return (text) => Buffer.from(text, 'utf16le').swap16();
    case 'windows-1252':
    case 'iso-8859-15':
    case 'iso-8859-2':
    case 'cp437':
      return ofOneByte(encoding);
  }
}

/** Of encodings with a byte for each character. All text comes from one of them, so it has no others. */
function ofOneByte(encoding: OneByteEncoding): (text: string) => Uint8Array {
  const upper = Array.from({ length: 128 }, (_, at) => 0x80 + at);
  const byteOf = new Map(upper.map((byte) => [characterOf(byte, encoding), byte]));
  return (text) =>
    Uint8Array.from([...text], (character) =>
      character < '\x80' ? character.charCodeAt(0) : (byteOf.get(character) ?? 0x3f),
    );
}
