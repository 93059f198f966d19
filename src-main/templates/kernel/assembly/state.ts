/** @file What one instance works with: the addresses and the template that the host gave it. */

/** Of each cell of the record: where it begins and ends. */
export let cells: usize = 0;
export let columns: u32 = 0;
export let delimiter: u8 = 0;
/** Conditions: rows for which one holds are for the host, which leaves them out. */
export let leftOut: usize = 0;
/** The object that a row becomes. */
export let root: usize = 0;
/** A line takes at most so many bytes, and so many for each byte of its record. */
export let mostFixed: usize = 0;
export let mostForEach: usize = 0;
export let lines: usize = 0;
export let linesEnd: usize = 0;
export let output: usize = 0;
export let outputEnd: usize = 0;
/** Texts that are made of cells, for the record. */
export let scratch: usize = 0;
export let scratchEnd: usize = 0;
/** For each note, where the value begins and ends in the output. */
export let notes: usize = 0;
/** The namespace of UUIDs, and room for a name behind it. */
export let names: usize = 0;
/** How many lines were made, how far the output is filled, and why the last walk stopped. */
export let result: usize = 0;

export function setUp(
  cellsAt: usize,
  columnCount: u32,
  separator: u32,
  leftOutAt: usize,
  rootAt: usize,
  fixedBytes: usize,
  bytesForEach: usize,
  linesAt: usize,
  linesLimit: usize,
  outputAt: usize,
  outputLimit: usize,
  scratchAt: usize,
  scratchLimit: usize,
  notesAt: usize,
  namesAt: usize,
  resultAt: usize,
): void {
  cells = cellsAt;
  columns = columnCount;
  delimiter = <u8>separator;
  leftOut = leftOutAt;
  root = rootAt;
  mostFixed = fixedBytes;
  mostForEach = bytesForEach;
  lines = linesAt;
  linesEnd = linesLimit;
  output = outputAt;
  outputEnd = outputLimit;
  scratch = scratchAt;
  scratchEnd = scratchLimit;
  notes = notesAt;
  names = namesAt;
  result = resultAt;
}
