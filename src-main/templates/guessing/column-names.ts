/** @file Compares the name of a column with the names that a field goes by, whatever the spelling. Pure. */

/** Words that say too little about what they are a part of: “Account type” is no payment type. */
const GENERIC: ReadonlySet<string> = new Set(
  'type typ tipo soort status state statut etat estado stato stan stand reference id value valor wert from to sum suma summe total method channel canal kanal category event name nom debit credit cargo date code valuta data request'.split(
    ' ',
  ),
);

/** How much a column's words are one of the names of a field, 0 to 1. */
export function likeness(words: readonly string[], name: readonly string[]): number {
  const joined = words.join('');
  const wanted = name.join('');
  if (joined === '' || wanted === '') return 0;
  if (joined === wanted) return 1;
  if (name.length === 1 && GENERIC.has(wanted)) return 0;
  const share = wanted.length / joined.length;
  if (name.every((word) => words.includes(word))) {
    if (words.length === name.length) return 0.97;
    // At the end of a path, such as /Document/Ntry/BookgDt, stands what it is.
    const isEnd = words.slice(-name.length).join('') === wanted;
    return Math.min(0.35 + 0.55 * share + (isEnd ? 0.15 : 0), 0.95);
  }
  if (isMisspelled(joined, wanted)) return 0.85;
  // In German and Dutch, words grow together.
  if (wanted.length < 5 || name.some((word) => word.length < 4) || !joined.includes(wanted)) return 0;
  return Math.min(0.3 + 0.5 * share + (joined.endsWith(wanted) ? 0.15 : 0), 0.9);
}

function isMisspelled(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length);
  if (length < 6 || one[0] !== other[0] || Math.abs(one.length - other.length) > 2) return false;
  return editDistance(one, other) <= (length < 10 ? 1 : 2);
}

/** How many letters must be added, removed or replaced. */
function editDistance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let at = 1; at <= other.length; at++) {
      const replaced = (before[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1);
      current.push(Math.min(replaced, (before[at] ?? 0) + 1, (current[at - 1] ?? 0) + 1));
    }
    before = current;
  }
  return before[other.length] ?? 0;
}
