/** @file Columns by their widths, as a ruler over the first lines sets them. Widths count characters. Pure. */

export interface RulerColumn {
  name: string;
  width: number;
}

/** Where columns end, counted in characters from the beginning of a line. */
export function endsOf(columns: readonly RulerColumn[]): number[] {
  let end = 0;
  return columns.map(({ width }) => {
    end += width;
    return end;
  });
}

/** The columns after a click before the character `at`: a column ends there, or two are joined where one ended. */
export function clickedAt(columns: readonly RulerColumn[], at: number): RulerColumn[] {
  const ends = endsOf(columns);
  const length = ends.at(-1) ?? 0;
  if (at <= 0) return [...columns];
  if (at > length) return [...columns, { name: freeName(columns), width: at - length }];
  const joined = ends.indexOf(at);
  if (joined >= 0) {
    const [left, right] = [columns[joined], columns[joined + 1]];
    if (left === undefined || right === undefined) return [...columns];
    const one = { ...left, width: left.width + right.width };
    return [...columns.slice(0, joined), one, ...columns.slice(joined + 2)];
  }
  const split = ends.findIndex((end) => end > at);
  const column = columns[split];
  if (column === undefined) return [...columns];
  const start = at - ((ends[split] ?? 0) - column.width);
  const rest = { name: freeName(columns), width: column.width - start };
  return [...columns.slice(0, split), { ...column, width: start }, rest, ...columns.slice(split + 1)];
}

/** Columns to begin with: one ends where all lines have a space that is followed by something in one of them. */
export function firstWidths(lines: readonly string[]): RulerColumn[] {
  const characters = lines.filter((line) => line.trim() !== '').map((line) => [...line]);
  const length = Math.max(1, ...characters.map((line) => line.length));
  const isBlank = (at: number) => characters.every((line) => (line[at] ?? ' ') === ' ');
  const ends: number[] = [];
  for (let at = 1; at < length; at += 1) if (isBlank(at - 1) && !isBlank(at)) ends.push(at);
  ends.push(length);
  return ends.map((end, at) => ({ name: `Column ${at + 1}`, width: end - (ends[at - 1] ?? 0) }));
}

function freeName(columns: readonly RulerColumn[]): string {
  for (let number = columns.length + 1; ; number += 1) {
    const name = `Column ${number}`;
    if (columns.every((column) => column.name !== name)) return name;
  }
}
