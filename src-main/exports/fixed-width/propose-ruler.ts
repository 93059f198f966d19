/** @file Proposes where the columns of fixed-width text begin, from some of its lines. Pure. */

export interface RulerColumn {
  name: string;
  /** In characters. */
  width: number;
}

/**
 * A column begins where something stands after places that are blank in all lines. `header`, the line with the names,
 * gives the names where it fits; it counts as a line. Without any such place there is one column.
 */
export function proposeRuler(lines: readonly string[], header?: string): RulerColumn[] {
  const all = [...(header === undefined ? [] : [header]), ...lines]
    .map((line) => Array.from(line.trimEnd()))
    .filter(({ length }) => length > 0);
  const width = Math.max(0, ...all.map(({ length }) => length));
  if (width === 0) return [];
  const isBlank = Array.from({ length: width }, (_, at) => all.every((line) => (line[at] ?? ' ') === ' '));
  const starts = isBlank.flatMap((blank, at) => (!blank && (at === 0 || isBlank[at - 1]) ? [at] : []));
  // Blanks at the start of all lines belong to the first column.
  const from = [0, ...starts.slice(1)];
  const names = Array.from(header ?? '');
  return from.map((start, at) => {
    const end = from[at + 1] ?? width;
    const name = names.slice(start, end).join('').trim();
    return { name: name === '' ? `Column ${at + 1}` : name, width: end - start };
  });
}
