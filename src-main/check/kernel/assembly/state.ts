/** @file What one instance of the walk works with: the addresses that the host gave it, and the line it is in. */

/** Addresses, set once by `setUp`. */
export let root: usize = 0;
export let countries: usize = 0;
export let currencies: usize = 0;
export let result: usize = 0;
export let ids: usize = 0;
export let idsEnd: usize = 0;
export let sums: usize = 0;
export let touchedSums: usize = 0;
export let dayBits: usize = 0;
export let days: usize = 0;
export let amounts: usize = 0;
export let amountsEnd: usize = 0;
export let keys: usize = 0;
export let notes: usize = 0;
export let rows: usize = 0;
export let rowsEnd: usize = 0;
export let known: usize = 0;
export let watched: usize = 0;
export let watchedEnd: usize = 0;
/** A bit for each combination of marks that a line may have. */
export let allowedMarks: u32 = 0;
export let latestDay: u32 = 0;
export let latestSecond: u32 = 0;

/** Whether the bytes are known to be UTF-8. */
export let isUtf8: bool = false;
/** Whether a character outside ASCII stopped the walk. */
export let needsEncoding: bool = false;

export function setUp(
  rootPlace: usize,
  countryTable: usize,
  currencyTable: usize,
  marks: u32,
  lastDay: u32,
  lastSecond: u32,
): void {
  root = rootPlace;
  countries = countryTable;
  currencies = currencyTable;
  allowedMarks = marks;
  latestDay = lastDay;
  latestSecond = lastSecond;
}

export function setUpOutput(
  resultAt: usize,
  idsAt: usize,
  idsLimit: usize,
  amountsAt: usize,
  amountsLimit: usize,
  sumsAt: usize,
  touchedAt: usize,
  dayBitsAt: usize,
  daysAt: usize,
  keysAt: usize,
  notesAt: usize,
  rowsAt: usize,
  rowsLimit: usize,
  knownAt: usize,
  watchedAt: usize,
  watchedLimit: usize,
): void {
  result = resultAt;
  ids = idsAt;
  idsEnd = idsLimit;
  amounts = amountsAt;
  amountsEnd = amountsLimit;
  sums = sumsAt;
  touchedSums = touchedAt;
  dayBits = dayBitsAt;
  days = daysAt;
  keys = keysAt;
  notes = notesAt;
  rows = rowsAt;
  rowsEnd = rowsLimit;
  known = knownAt;
  watched = watchedAt;
  watchedEnd = watchedLimit;
}

export function setEncoding(known: bool): void {
  isUtf8 = known;
  needsEncoding = false;
}

@inline export function demandEncoding(): void {
  needsEncoding = true;
}
