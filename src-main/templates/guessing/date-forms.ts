/** @file Guesses the formats in which dates are written, and whether the day or the month comes first. Pure. */

import { dateReader } from '../date-text.ts';

export interface GuessedDates {
  /** The formats that are needed for all cells, the likeliest first. */
  formats: string[];
  /** The share of the cells that are dates. */
  share: number;
  /** Whether the sample fits another order of day and month as well. */
  isOrderOpen: boolean;
  hasTime: boolean;
}

/** The same date with the day first, and with the month first, or undefined where the order is clear. */
const dates: readonly (readonly [string, string | undefined])[] = [
  ['YYYY-MM-DD', undefined],
  ['YYYYMMDD', undefined],
  ['DD.MM.YYYY', 'MM.DD.YYYY'],
  ['DD/MM/YYYY', 'MM/DD/YYYY'],
  ['DD-MM-YYYY', 'MM-DD-YYYY'],
  ['D.M.YYYY', 'M.D.YYYY'],
  ['D/M/YYYY', 'M/D/YYYY'],
  ['D-M-YYYY', 'M-D-YYYY'],
  ['YYYY/MM/DD', undefined],
  ['YYYY.MM.DD', undefined],
  ['DD.MM.YY', 'MM.DD.YY'],
  ['DD/MM/YY', 'MM/DD/YY'],
  ['D.M.YY', 'M.D.YY'],
  ['D/M/YY', 'M/D/YY'],
  ['DD-MM-YY', 'MM-DD-YY'],
  ['D MMM YYYY', undefined],
  ['D. MMM YYYY', undefined],
  ['D-MMM-YYYY', undefined],
  ['D-MMM-YY', undefined],
  ['D MMM YY', undefined],
  ['DDMMMYYYY', undefined],
  ['MMM D, YYYY', undefined],
  ['D [de] MMM [de] YYYY', undefined],
];
const times = [
  '',
  ' HH:mm',
  ' HH:mm:ss',
  ' HH:mm:ss.S',
  ' HH:mm:ss,S',
  ' H:mm',
  ' H:mm:ss',
  ' h:mm A',
  ' h:mm:ss A',
  ', HH:mm',
  ', HH:mm:ss',
  ' HH.mm',
  ' HH.mm.ss',
  '-HH.mm.ss.S',
  ' HHmmss',
  'HHmmss',
  'THH:mm:ss',
  ' HH:mm:ss Z',
];

/** Formats for columns whose names say that they are dates: other numbers look the same. */
const onlyNamed = ['YYMMDD', 'unix-milliseconds', 'unix-seconds', 'excel-serial'];

const readerOf = (format: string) => dateReader({ formats: [format], zone: 'as-written' });
const candidatesIn = (formats: readonly string[]) =>
  formats.map((format) => ({ format, other: undefined, readOther: undefined, read: readerOf(format) }));

/** Made once, when a column is looked at: there are hundreds. */
let made: Record<'usual' | 'named', Candidate[]> | undefined;

function makeCandidates(): Record<'usual' | 'named', Candidate[]> {
  const usual = times.flatMap((time) =>
    dates.map(([format, other]) => ({
      format: format + time,
      other: other && other + time,
      read: readerOf(format + time),
      readOther: other === undefined ? undefined : readerOf(other + time),
    })),
  );
  return { usual: [...candidatesIn(['iso']), ...usual], named: candidatesIn(onlyNamed) };
}

/** Formats are added until nearly every cell is a date. */
const MOST_FORMATS = 3;

/** @param isNamedDate whether the name of the column says that it is a date */
export function guessDates(cells: readonly string[], isNamedDate: boolean): GuessedDates | undefined {
  let left = cells.map((cell) => cell.trim());
  // Hundreds of formats are tried, so what cannot be a date is not looked at.
  if (!left.some((cell) => /^\D{0,12}\d[^\n]{4,38}$/.test(cell))) return undefined;
  const formats: string[] = [];
  let isOrderOpen = false;
  made ??= makeCandidates();
  const known = isNamedDate ? [...made.usual, ...made.named] : made.usual;
  while (left.length > 0 && formats.length < MOST_FORMATS) {
    const best = bestOf(known, left);
    if (best === undefined) break;
    formats.push(best.format);
    isOrderOpen ||= best.isOrderOpen;
    left = left.filter((cell) => !isPlausible(best.read(cell)));
  }
  if (formats.length === 0) return undefined;
  const share = (cells.length - left.length) / cells.length;
  const hasTime =
    formats.some((format) => /H|h|iso|unix/.test(format)) && cells.some((cell) => /:|T\d|\d{12}/.test(cell));
  return { formats, share, isOrderOpen, hasTime };
}

/** A format that none of these cells has is not tried on the others. */
const FIRST_CELLS = 6;

interface Candidate {
  format: string;
  /** The same with day and month exchanged, where both could be meant. */
  other: string | undefined;
  read: ReturnType<typeof dateReader>;
  readOther: ReturnType<typeof dateReader> | undefined;
}

function bestOf(known: readonly Candidate[], cells: readonly string[]) {
  let best: { format: string; read: Candidate['read']; count: number; isOrderOpen: boolean } | undefined;
  const first = cells.slice(0, FIRST_CELLS);
  for (const { format, other, read, readOther } of known) {
    if (countOf(first, read) === 0 && (readOther === undefined || countOf(first, readOther) === 0)) continue;
    const dayFirst = countOf(cells, read);
    const monthFirst = readOther === undefined ? 0 : countOf(cells, readOther);
    const count = Math.max(dayFirst, monthFirst);
    if (count === 0 || count <= (best?.count ?? 0)) continue;
    const isMonthFirst = monthFirst > dayFirst && other !== undefined && readOther !== undefined;
    best = {
      ...(isMonthFirst ? { format: other, read: readOther } : { format, read }),
      count,
      isOrderOpen: dayFirst === monthFirst,
    };
  }
  return best;
}

function countOf(cells: readonly string[], read: Candidate['read']): number {
  let count = 0;
  for (const cell of cells) if (isPlausible(read(cell))) count++;
  return count;
}

/**
 * Numbers of eight digits are dates of any century; transactions are of these. Seconds read as milliseconds, and days
 * read as either, are dates of 1970, when no export began.
 */
function isPlausible(date: string | undefined): boolean {
  return date !== undefined && date >= '1950' && date < '2100' && !date.startsWith('1970');
}
