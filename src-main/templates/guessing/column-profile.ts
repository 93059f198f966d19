/** @file What the cells of a column look like in a sample. Pure. */

import { wordsOf } from '../../../src-shared/column-words.ts';
import { countryOfIban, isIban } from '../../../src-shared/iban.ts';
import { countryCodes, currencyCodes } from '../../check/rules/codes.ts';
import type { Row } from '../../exports/rows.ts';
import { uuidJson } from '../conversions.ts';
import { hasLostDigits } from '../row-cells.ts';
import { type GuessedDates, guessDates } from './date-forms.ts';
import { type GuessedMarks, guessMarks, readAnyNumber } from './number-marks.ts';
import { isPaymentMethod } from './payment-methods.ts';

export interface ColumnProfile {
  name: string;
  place: number;
  words: readonly string[];
  /** Cells with something in them, without spaces around. */
  cells: readonly string[];
  /** Different cells, the most frequent first. */
  distinct: readonly string[];
  /** Rows of the sample in which the column is filled, as a share. */
  filled: number;
  /** Shares of the filled cells. `stored`: numbers, and in JSON all that is no text. */
  stored: number;
  uuids: number;
  countries: number;
  currencies: number;
  numbers: number;
  ibans: number;
  methods: number;
  marks: GuessedMarks | undefined;
  dates: GuessedDates | undefined;
  hasDecimals: boolean;
  hasLostDigits: boolean;
}

/** In JSON, true and a list are stored as such, too. */
const STORED_NUMBER = /^-?\d/;

const DATE_WORDS: ReadonlySet<string> = new Set(
  'date datum data fecha dt day tag buchungstag buchungsdatum buchungszeit timestamp created time tm zeit zeitpunkt zeitstempel valuta wertstellung dzien at'.split(
    ' ',
  ),
);

/** @param preferred the decimal mark where the cells do not tell */
export function profileOf(name: string, place: number, rows: readonly Row[], preferred: '.' | ','): ColumnProfile {
  const words = wordsOf(name);
  const filled = rows
    .map(({ cells: own, stored }) => ({ cell: own[place]?.trim() ?? '', isStored: stored?.includes(place) === true }))
    .filter(({ cell }) => cell !== '');
  const cells = filled.map(({ cell }) => cell);
  const share = (is: (cell: string) => boolean) => (cells.length === 0 ? 0 : cells.filter(is).length / cells.length);
  const distinct = byFrequency(cells);
  // A number that the file stores as such says nothing of the marks in texts.
  const texts = byFrequency(filled.filter(({ isStored }) => !isStored).map(({ cell }) => cell));
  const marks = texts.length === 0 && cells.length > 0 ? marksOfStored : guessMarks(texts, preferred);
  const numbers = filled.flatMap(({ cell, isStored }) => {
    const number = isStored && STORED_NUMBER.test(cell) ? cell : marks && readAnyNumber(cell, marks.numbers);
    return number === undefined ? [] : [number];
  });
  const isNamedDate = words.some((word) => DATE_WORDS.has(word)) || /dat(e|um)$|tag$/.test(words.join(''));
  return {
    name,
    place,
    words,
    cells,
    distinct,
    marks,
    filled: rows.length === 0 ? 0 : cells.length / rows.length,
    stored: cells.length === 0 ? 0 : filled.filter(({ isStored }) => isStored).length / cells.length,
    uuids: share((cell) => uuidJson(cell) !== undefined),
    countries: share((cell) => countryCodes.has(cell.toUpperCase())),
    currencies: share((cell) => currencyCodes.has(cell.toUpperCase())),
    numbers: cells.length === 0 ? 0 : numbers.length / cells.length,
    ibans: share((cell) => isIban(cell) && countryCodes.has(countryOfIban(cell))),
    methods: share(isPaymentMethod),
    dates: guessDates(distinct, isNamedDate),
    hasDecimals: numbers.some((number) => number.includes('.')),
    hasLostDigits: cells.some(hasLostDigits),
  };
}

/** Of a column without texts: the file itself says what its numbers are. */
const marksOfStored: GuessedMarks = { numbers: { decimal: '.', thousands: ',' }, isCertain: true };

function byFrequency(cells: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([cell]) => cell);
}
