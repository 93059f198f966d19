/**
 * @file Fetches a single line of a checked file by its number. The check notes its position every few megabytes, so
 * only the bytes after the nearest note must be read.
 */

import { Buffer, isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { firstPlace } from '../ground/binary-search.ts';
import { countLines, NEWLINE, nextLineEnd, steps } from './line-ends.ts';
import { SourceFile } from './source-file.ts';

/** Where the lines of a file begin, as plain numbers that can be stored or sent. */
export interface LineIndex {
  bytes: number;
  /** Modification time in whole milliseconds since the epoch. */
  modifiedAt: number;
  lines: number;
  /** Positions at which a line begins, ascending. */
  offsets: number[];
  /** The number of lines before each of these positions. */
  linesBefore: number[];
}

export interface FetchedLine {
  /** Position of its first byte in the file. */
  offset: number;
  /** Its length, line end included. */
  bytes: number;
  /** Without line end; bytes that are not UTF-8 become U+FFFD. Only the beginning when it is shortened. */
  text: string;
  isShortened: boolean;
  /** Some of its bytes are not UTF-8, so the text has others. */
  hasOtherBytes: boolean;
}

/** More than a person reads, and far more than a transaction has. */
const SHOWN_BYTES = 64 * 1024;

/** Distance between notes: the most that must be read to find a line. */
const NOTE_BYTES = 2 * 1024 * 1024;

/** Builds the index from the parts of a file in order. */
export class LineIndexBuilder {
  readonly #index: LineIndex;
  readonly #noteBytes: number;
  #nextNote = 0;

  constructor(bytes: number, modifiedAt: number, noteBytes = NOTE_BYTES) {
    this.#noteBytes = noteBytes;
    this.#index = { bytes, modifiedAt, lines: 0, offsets: [], linesBefore: [] };
  }

  add(position: number, linesBefore: number, part: { bytes: number; lines: number }): void {
    this.#index.lines = linesBefore + part.lines;
    // No note between the parts of a dense chunk, nor between small chunks.
    if (position + part.bytes <= this.#nextNote) return;
    this.#index.offsets.push(position);
    this.#index.linesBefore.push(linesBefore);
    this.#nextNote = position + this.#noteBytes;
  }

  finish(): LineIndex {
    return this.#index;
  }
}

/**
 * Builds the index of a file that was checked before indexes were stored; yields to other work every few megabytes.
 * Throws AppError `file.*`.
 */
export async function indexLines(path: string, signal: AbortSignal): Promise<LineIndex> {
  const source = new SourceFile(path);
  try {
    const index = new LineIndexBuilder(source.bytes, source.modifiedAt);
    let lines = 0;
    for (let start = 0; start < source.bytes; ) {
      const end = nextLineEnd(source, Math.min(start + NOTE_BYTES, source.bytes) - 1);
      const part = { bytes: end - start, lines: countLines(source, start, end) };
      index.add(start, lines, part);
      lines += part.lines;
      start = end;
      await setImmediate(undefined, { signal });
    }
    return index.finish();
  } finally {
    source.close();
  }
}

/**
 * The line with this number, counted from 1, or the first `mostBytes` of it; undefined when the file has no such line. Throws AppError `file.changed`
 * when the file differs from the one that was indexed, or another `file.*`.
 */
export function fetchLine(
  path: string,
  index: LineIndex,
  line: number,
  mostBytes = SHOWN_BYTES,
): FetchedLine | undefined {
  if (line < 1 || line > index.lines) return undefined;
  const source = new SourceFile(path);
  try {
    source.assertChecked(index);
    const note = lastNoteBefore(index, line);
    const offset = skipLines(source, index.offsets[note] ?? 0, line - 1 - (index.linesBefore[note] ?? 0));
    // A note after the line saves reading a line of a gigabyte to find its end.
    const end = endByNote(index, note, line) ?? nextLineEnd(source, offset);
    const shown = Buffer.alloc(Math.min(end - offset, mostBytes));
    source.read(shown, offset);
    const isShortened = end - offset > mostBytes;
    const text = shown.toString('utf8');
    return {
      offset,
      bytes: end - offset,
      text: isShortened ? text : text.replace(/\r?\n$|\r$/, ''),
      isShortened,
      hasOtherBytes: !isUtf8(shown),
    };
  } finally {
    source.close();
  }
}

/** The number of the line that begins at `offset`. Throws AppError `file.changed` as `fetchLine`, or another `file.*`. */
export function lineBeginningAt(path: string, index: LineIndex, offset: number): number {
  const { offsets, linesBefore } = index;
  const note = firstPlace(1, offsets.length, (at) => (offsets[at] ?? 0) <= offset) - 1;
  const source = new SourceFile(path);
  try {
    source.assertChecked(index);
    return (linesBefore[note] ?? 0) + countLines(source, offsets[note] ?? 0, offset) + 1;
  } finally {
    source.close();
  }
}

const lastNoteBefore = ({ linesBefore }: LineIndex, line: number): number =>
  firstPlace(1, linesBefore.length, (at) => (linesBefore[at] ?? 0) < line) - 1;

/** The end of the line, if the next note or the end of the file determines it. */
function endByNote({ bytes, lines, offsets, linesBefore }: LineIndex, note: number, line: number): number | undefined {
  if (line === lines) return bytes;
  return linesBefore[note + 1] === line ? offsets[note + 1] : undefined;
}

/** The position `lines` lines after `offset`, where a line begins. */
function skipLines(source: SourceFile, offset: number, lines: number): number {
  if (lines === 0) return offset;
  let left = lines;
  for (const { bytes, from } of steps(source, offset, source.bytes)) {
    for (let at = 0; at < bytes.length; at++) {
      if (bytes[at] === NEWLINE && --left === 0) return from + at + 1;
    }
  }
  return source.bytes;
}
