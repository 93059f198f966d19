/** @file The names of columns, as a header has them, made distinct. Pure. */

import { most } from './bounds.ts';
import { beginningOf } from './excerpt.ts';

/** “Betrag”, “Betrag (2)”; “Column 7” where there is no name. Each is on one line. */
export function distinctColumnNames(names: readonly (string | undefined)[]): string[] {
  const cleaned = names.map((name) =>
    beginningOf(name?.replace(/\s+/g, ' ').trim() ?? '', most.charactersOfColumnName),
  );
  // A name that a column really has is not given to another one.
  const taken = new Set(cleaned);
  const seen = new Set<string>();
  const next = new Map<string, number>();
  return cleaned.map((name, at) => {
    if (name !== '' && !seen.has(name)) {
      seen.add(name);
      return name;
    }
    const base = name === '' ? `Column ${at + 1}` : name;
    let distinct = base;
    for (let count = next.get(base) ?? 2; taken.has(distinct) || seen.has(distinct); count++) {
      distinct = `${base} (${count})`;
      next.set(base, count + 1);
    }
    seen.add(distinct);
    return distinct;
  });
}

const NUMBERED = /^(?<name>.+) \(\d+\)$/;

/** Columns that have the same name in the export, by each of the names that tell them apart: “Betrag”, “Betrag (2)”. */
export function namesakesOf(columns: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const known = new Set(columns);
  const byName = Map.groupBy(columns, (column) => {
    const name = NUMBERED.exec(column)?.groups?.['name'];
    return name !== undefined && known.has(name) ? name : column;
  });
  const several = [...byName.values()].filter((names) => names.length > 1);
  return new Map(several.flatMap((names) => names.map((name) => [name, names])));
}
