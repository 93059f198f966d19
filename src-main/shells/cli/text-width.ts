/** @file Text and tables no wider than the terminal: what it breaks by itself loses its columns. Pure. */

import stringWidth from 'string-width';

/** Below this, breaking a text makes it harder to read than letting the terminal do it. */
const LEAST_COLUMNS = 20;
/** Characters that each take one place on the screen: most texts, which need no library. */
const plain = /^[ -~\u00a0-\u02ff]*$/;

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
export function tableText(head: readonly string[], rows: readonly string[][], columns: number): string {
  if (head.length === 0) return '';
  const all = [head, ...rows];
  const room = columns - '│'.length - head.length * '  │'.length;
  const natural = widest(all, widthOf);
  const widths =
    sum(natural) <= room
      ? natural
      : narrowed(
          natural,
          widest(all, (cell) => Math.max(...cell.split(' ').map(widthOf))),
          room,
        );
  if (widths === undefined) return rows.map((row) => listed(head, row, columns)).join('\n\n');
  const border = (left: string, between: string, right: string) =>
    `${left}${widths.map((width) => '─'.repeat(width + 2)).join(between)}${right}`;
  return [
    border('┌', '┬', '┐'),
    drawn(head, widths),
    ...(rows.length === 0 ? [] : [border('├', '┼', '┤')]),
    ...rows.map((row) => drawn(row, widths)),
    border('└', '┴', '┘'),
  ].join('\n');
}

function drawn(row: readonly string[], widths: readonly number[]): string {
  const cells = widths.map((width, column) => wrapped(row[column] ?? '', width));
  const height = Math.max(...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, at) => {
    const texts = widths.map((width, column) => padded(cells[column]?.[at] ?? '', width));
    return `│ ${texts.join(' │ ')} │`;
  }).join('\n');
}

function wrapped(text: string, room: number): string[] {
  if (widthOf(text) <= room) return [text];
  const lines: string[] = [];
  let line = '';
  for (const [longer, word = ''] of text.matchAll(/\s*(\S+)/g)) {
    if (line === '') line = word;
    else if (widthOf(line + longer) <= room) line += longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

const widthOf = (text: string): number => (plain.test(text) ? text.length : stringWidth(text));

const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** What the widest cell of each column takes. */
function widest(rows: readonly (readonly string[])[], widthOfCell: (cell: string) => number): number[] {
  const widths = (rows[0] ?? []).map(() => 0);
  for (const row of rows)
    for (const [column, width] of widths.entries()) widths[column] = Math.max(width, widthOfCell(row[column] ?? ''));
  return widths;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The widest columns made as narrow as it takes, and no others; undefined when there is not enough room. */
function narrowed(natural: readonly number[], least: readonly number[], room: number): number[] | undefined {
  for (let most = Math.max(...natural); most >= 0; most--) {
    const widths = natural.map((width, column) => Math.max(Math.min(width, most), least[column] ?? width));
    if (sum(widths) <= room) return widths;
  }
  return undefined;
}

function listed(head: readonly string[], row: readonly string[], columns: number): string {
  const longest = Math.max(...head.map(({ length }) => length));
  return head.map((name, column) => hanging(`${name.padEnd(longest)}  `, row[column] ?? '', columns)).join('\n');
}
