/** @file Guesses which columns tell the rows of a table apart, for ids that the export does not have. Pure. */

import type { ColumnProfile } from './column-profile.ts';

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const ID_WORDS = wordSet(
  'id ids uuid ref reference referenz referencia riferimento referentie nr no number nummer numero numer num key schlussel belegnummer buchungsnummer vorgangsnummer transaktionsnummer volgnummer volgnr transactienummer',
);
/** What has a number as well, but many transactions. */
const PARTY_WORDS = wordSet(
  'account acct konto kontonummer iban bic blz customer client kunde kunden kundennummer cliente klant klient party card karte rekening compte cuenta conto conta rachunek branch filiale',
);

/** More columns than this tell rows apart only by accident. */
const MOST_COLUMNS = 5;
/** As many as a template may name. */
const WHOLE_ROW = 100;

export interface RowKey {
  columns: string[];
  /** Whether no two rows of the sample have the same key. */
  isDistinct: boolean;
}

/**
 * An id, with what else is needed to tell the rows of the sample apart; without an id everything that is filled in,
 * because dates or amounts that are different in a sample are not so in the whole table.
 * @param cellsOf the cells of each row, by place
 * @param known places of columns that are known to be ids of transactions
 */
export function guessRowKey(
  columns: readonly ColumnProfile[],
  cellsOf: readonly (readonly string[])[],
  known: ReadonlySet<number>,
): RowKey | undefined {
  const usable = columns.filter(({ filled, hasLostDigits }) => filled > 0 && !hasLostDigits);
  if (usable.length === 0) return undefined;
  const isDistinct = (key: readonly ColumnProfile[]) => countDistinct(key, cellsOf) === cellsOf.length;
  const key = keyWithId(usable, cellsOf, known);
  const chosen = key !== undefined && isDistinct(key) ? key : mostTelling(usable);
  const inOrder = chosen.toSorted((one, other) => one.place - other.place);
  return { columns: inOrder.map(({ name }) => name), isDistinct: isDistinct(chosen) };
}

function keyWithId(
  usable: readonly ColumnProfile[],
  cellsOf: readonly (readonly string[])[],
  known: ReadonlySet<number>,
): ColumnProfile[] | undefined {
  const isId = ({ place, words, filled }: ColumnProfile) =>
    filled === 1 &&
    (known.has(place) || (words.some((word) => ID_WORDS.has(word)) && !words.some((word) => PARTY_WORDS.has(word))));
  const worth = (column: ColumnProfile) =>
    (known.has(column.place) ? 8 : 0) + (isId(column) ? 4 : 0) + column.filled + variety(column);
  const ranked = usable.toSorted((one, other) => worth(other) - worth(one));
  const [first] = ranked;
  if (first === undefined || !isId(first)) return undefined;
  const key: ColumnProfile[] = [];
  let distinct = 0;
  for (const column of ranked) {
    if (key.length === MOST_COLUMNS || distinct === cellsOf.length) break;
    const count = countDistinct([...key, column], cellsOf);
    if (count <= distinct) continue;
    key.push(column);
    distinct = count;
  }
  return key;
}

function mostTelling(usable: readonly ColumnProfile[]): readonly ColumnProfile[] {
  if (usable.length <= WHOLE_ROW) return usable;
  return usable.toSorted((one, other) => variety(other) - variety(one)).slice(0, WHOLE_ROW);
}

function variety({ distinct, cells }: ColumnProfile): number {
  return cells.length === 0 ? 0 : distinct.length / cells.length;
}

function countDistinct(columns: readonly ColumnProfile[], cellsOf: readonly (readonly string[])[]): number {
  return new Set(cellsOf.map((cells) => JSON.stringify(columns.map(({ place }) => cells[place] ?? '')))).size;
}
