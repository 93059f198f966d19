/** @file Guesses which columns tell the rows of a table apart, for ids that the export does not have. Pure. */

import { type Fact, fact } from '../../../src-shared/languages/fact.ts';
import { listed } from '../../../src-shared/languages/lists.ts';
import type { PlainValue } from '../../../src-shared/template-shapes.ts';
import { shownInEnglish as shown } from '../../check/findings/finding.ts';
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
  /** Whether it is one column of UUIDs, from which no others need to be made. */
  isUuid: boolean;
  /** Whether no two rows of the sample have the same key. */
  isDistinct: boolean;
}

/**
 * An id, with what else is needed to tell the rows of the sample apart; without an id everything that is filled in,
 * because dates or amounts that are different in a sample are not so in the whole table.
 * @param cellsOf the cells of each row, by place
 * @param known places of columns that are known to be ids of transactions
 * @param spoken places of columns that are another field, also with UUIDs in their cells
 */
export function guessRowKey(
  columns: readonly ColumnProfile[],
  cellsOf: readonly (readonly string[])[],
  known: ReadonlySet<number>,
  spoken: ReadonlySet<number>,
): RowKey | undefined {
  const usable = columns.filter(({ filled, hasLostDigits }) => filled > 0 && !hasLostDigits);
  if (usable.length === 0) return undefined;
  const isDistinct = (key: readonly ColumnProfile[]) => countDistinct(key, cellsOf) === cellsOf.length;
  const key = keyWithId(usable, cellsOf, known, spoken);
  const chosen = key !== undefined && isDistinct(key) ? key : mostTelling(usable);
  const inOrder = chosen.toSorted((one, other) => one.place - other.place);
  const isUuid = chosen.length === 1 && chosen.every(({ filled, uuids }) => filled === 1 && uuids === 1);
  return { columns: inOrder.map(({ name }) => name), isUuid, isDistinct: isDistinct(chosen) };
}

/** What is a UUID already stays, so that a transaction is found by the id that people know. */
export const valueOfKey = ({ columns: [only = '', ...more], isUuid }: RowKey): PlainValue =>
  isUuid ? { source: { from: 'column', column: only } } : { source: { from: 'uuid', columns: [only, ...more] } };

/** Why the ids come from there: full sentences. */
export function reasonOfKey({ columns: names, isUuid, isDistinct }: RowKey): Fact {
  const columns = names.length > 4 ? fact('the whole row') : listed(names.map((name) => shown(name)));
  if (!isDistinct)
    return fact(
      'No column has it, and some rows of the sample are alike in every column, so UUIDs made of {columns} would come twice.',
      { columns },
    );
  return isUuid
    ? fact('No column is called so. Each row of the sample has a UUID of its own in {columns}: it is taken as it is.', {
        columns,
      })
    : fact('No column has it, so UUIDs are made of {columns}, which is another in each row of the sample.', {
        columns,
      });
}

function keyWithId(
  usable: readonly ColumnProfile[],
  cellsOf: readonly (readonly string[])[],
  known: ReadonlySet<number>,
  spoken: ReadonlySet<number>,
): ColumnProfile[] | undefined {
  const isCalledId = (words: readonly string[]) =>
    words.some((word) => ID_WORDS.has(word)) && !words.some((word) => PARTY_WORDS.has(word));
  const isId = ({ place, words, filled, uuids }: ColumnProfile) =>
    filled === 1 && !spoken.has(place) && (known.has(place) || isCalledId(words) || uuids === 1);
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
