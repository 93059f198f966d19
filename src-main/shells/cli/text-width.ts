/** @file Text and tables no wider than the terminal: what it breaks by itself loses its columns. Pure. */

import Table from 'cli-table3';

/** Below this, breaking a text makes it harder to read than letting the terminal do it. */
const LEAST_COLUMNS = 20;
const ROWS_AT_ONCE = 200;

/** A text behind a head, broken between words, so that all its lines stay beside the head. */
export function hanging(head: string, text: string, columns: number): string {
  const room = columns - head.length;
  if (room < LEAST_COLUMNS) return head + text;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return head + [...lines, line].join(`\n${' '.repeat(head.length)}`);
}

/**
 * Rows under headings, aligned by the width the characters have on the screen. Where that is too wide, cells continue in the
 * next line; but no word is broken, for people copy ids and addresses. Where it cannot fit so, each row becomes a list.
 */
export function tableText(head: string[], rows: readonly string[][], columns: number): string {
  const natural = draw(head, rows);
  if (sum(widthsOf(natural)) <= roomFor(head, columns)) return natural;
  const least = widthsOf(
    draw(
      head.map(wordBelowWord),
      rows.map((row) => row.map(wordBelowWord)),
    ),
  );
  const widths = narrowed(widthsOf(natural), least, roomFor(head, columns));
  return widths === undefined
    ? rows.map((row) => listed(head, row, columns)).join('\n\n')
    : draw(head, rows, { colWidths: widths, wordWrap: true });
}

interface Widths {
  colWidths?: number[];
  wordWrap?: boolean;
}

/** A long table in pieces: the library looks through all rows for each of them. */
function draw(head: string[], rows: readonly string[][], widths: Widths = {}): string {
  if (rows.length <= ROWS_AT_ONCE) return drawn(head, rows, widths);
  const pieces = Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, at) =>
    rows.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
  );
  const colWidths = widths.colWidths ?? widest(pieces.map((piece) => widthsOf(drawn(head, piece))));
  const lines = pieces.map((piece, at) => drawn(at === 0 ? head : [], piece, { ...widths, colWidths }).split('\n'));
  // Of the borders of the pieces, the first at the top and the last at the bottom.
  return lines.flatMap((own, at) => own.slice(at === 0 ? 0 : 1, at < lines.length - 1 ? -1 : undefined)).join('\n');
}

function drawn(head: string[], rows: readonly string[][], widths: Widths = {}): string {
  const table = new Table({ head, style: { head: [], border: [], compact: true }, ...widths });
  table.push(...rows.map((row) => [...row]));
  return table.toString();
}

const widest = (all: readonly number[][]): number[] =>
  (all[0] ?? []).map((_, column) => Math.max(...all.map((widths) => widths[column] ?? 0)));

const wordBelowWord = (text: string): string => text.replaceAll(' ', '\n');

/** How wide the columns of a table are drawn, their padding included. */
function widthsOf(table: string): number[] {
  const border = table.slice(0, table.indexOf('\n'));
  return border
    .slice(1, -1)
    .split('┬')
    .map(({ length }) => length);
}

/** What is left for columns between the lines that part them. */
const roomFor = (head: readonly string[], columns: number): number => columns - head.length - 1;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The widest columns made as narrow as it takes, and no others; undefined when there is not enough room. */
function narrowed(natural: readonly number[], least: readonly number[], room: number): number[] | undefined {
  for (let most = Math.max(...natural); most > 0; most--) {
    const widths = natural.map((width, column) => Math.max(Math.min(width, most), least[column] ?? width));
    if (sum(widths) <= room) return widths;
  }
  return undefined;
}

function listed(head: readonly string[], row: readonly string[], columns: number): string {
  const longest = Math.max(...head.map(({ length }) => length));
  return head.map((name, column) => hanging(`${name.padEnd(longest)}  `, row[column] ?? '', columns)).join('\n');
}
