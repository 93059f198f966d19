/**
 * @file Searches files for texts, from a place on and for a while: the rest is asked for from where this has stopped.
 * A file is read only as long as it is the one that was checked.
 */

import { Buffer } from 'node:buffer';
import { AppError } from '../../../src-shared/errors.ts';
import { fieldsOf } from '../../../src-shared/json-fields.ts';
import { lastLineEnd, nextLineEnd } from '../line-ends.ts';
import { SourceFile } from '../source-file.ts';
import { Needles } from './needles.ts';

export interface SearchedFile {
  path: string;
  bytes: number;
  /** Modification time in whole milliseconds since the epoch. */
  modifiedAt: number;
}

export interface TextSearch {
  files: readonly SearchedFile[];
  texts: readonly string[];
  /** Where to begin in the first file: at the beginning of a line. */
  from: number;
  /** So many lines are found at most. */
  most: number;
  /** After this time it stops. */
  forMs: number;
}

/** A line that has a text in one of its values. */
export interface TextHit {
  /** Which of the files. */
  file: number;
  /** Which of the texts. */
  text: number;
  /** Where the line begins. */
  lineStart: number;
  /** The path of the field; absent where the line cannot be read as fields. */
  field?: string;
}

export type UnreadWhy = 'gone' | 'changed' | 'unreadable';

export interface TextFindings {
  hits: TextHit[];
  unread: { file: number; why: UnreadWhy }[];
  /** Where it has stopped; absent where all is read. */
  next?: { file: number; at: number };
  /** It has stopped because there are more lines than were asked for. */
  isCut: boolean;
}

const WINDOW_BYTES = 4 * 1024 * 1024;
/** What a check reads as a line; a longer one is not taken apart. */
const LONGEST_LINE = 16 * 1024 * 1024;

/** Why it has stopped, and where it would continue: at the beginning of a line. */
interface Stop {
  at: number;
  isCut: boolean;
}

export function searchFiles(
  { files, texts, from, most, forMs }: TextSearch,
  now = () => performance.now(),
  windowBytes = WINDOW_BYTES,
): TextFindings {
  const until = now() + forMs;
  const found: Pick<TextFindings, 'hits' | 'unread'> = { hits: [], unread: [] };
  const search = new Search({ texts, most, isOver: () => now() >= until, windowBytes }, found.hits);
  for (const [file, searched] of files.entries()) {
    // Each call comes further: at least through a part of its first file.
    if (file > 0 && now() >= until) return { ...found, next: { file, at: 0 }, isCut: false };
    try {
      const stop = search.through(searched, file, file === 0 ? from : 0);
      if (stop !== undefined) return { ...found, next: { file, at: stop.at }, isCut: stop.isCut };
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      found.unread.push({ file, why: whyOf(thrown) });
    }
  }
  return { ...found, isCut: false };
}

interface Bounds extends Pick<TextSearch, 'texts' | 'most'> {
  isOver: () => boolean;
  windowBytes: number;
}

class Search {
  readonly #bounds: Bounds;
  readonly #hits: TextHit[];
  readonly #needles: Needles;
  readonly #each: readonly Needles[];
  readonly #window: Buffer;

  constructor(bounds: Bounds, hits: TextHit[]) {
    this.#bounds = bounds;
    this.#hits = hits;
    this.#needles = new Needles(bounds.texts);
    this.#each = bounds.texts.map((text) => new Needles([text]));
    // More than the longest text: each window must come further.
    this.#window = Buffer.allocUnsafe(bounds.windowBytes + this.#needles.longest + 1);
  }

  /** Undefined where the file was read to its end. @throws AppError file.* */
  through(searched: SearchedFile, file: number, from: number): Stop | undefined {
    const source = new SourceFile(searched.path);
    try {
      source.assertChecked(searched);
      return this.#throughSource(source, file, from);
    } finally {
      source.close();
    }
  }

  #throughSource(source: SourceFile, file: number, from: number): Stop | undefined {
    /** Of each text, the end of the line in which it was found last. */
    const searchedTo = new Map<number, number>();
    let lastEnd = from;
    for (let at = from; at < source.bytes; ) {
      // With the byte before, which tells a word from the end of a longer one.
      const first = Math.max(0, at - 1);
      const window = this.#window.subarray(0, Math.min(this.#window.length, source.bytes - first));
      source.read(window, first);
      const isLast = first + window.length === source.bytes;
      const limit = first + window.length - (isLast ? 0 : this.#needles.longest);
      for (const { text, at: place } of this.#needles.in(window)) {
        const position = first + place;
        if (position < at || position >= limit || position < (searchedTo.get(text) ?? 0)) continue;
        const [start, end] = [lastLineEnd(source, from, position) ?? from, nextLineEnd(source, position)];
        searchedTo.set(text, end);
        const hit = this.#hitIn(source, text, start, end);
        if (hit === undefined) continue;
        if (this.#hits.length >= this.#bounds.most && start >= lastEnd) return { at: start, isCut: true };
        this.#hits.push({ file, text, lineStart: start, ...hit });
        lastEnd = end;
      }
      at = limit;
      if (isLast || !this.#bounds.isOver()) continue;
      const lineStart = lastLineEnd(source, from, at) ?? from;
      if (lineStart <= from) continue;
      this.#dropFrom(file, lineStart);
      return { at: lineStart, isCut: false };
    }
    return undefined;
  }

  /** What is read again must not be found twice. */
  #dropFrom(file: number, lineStart: number): void {
    const first = this.#hits.findIndex((hit) => hit.file === file && hit.lineStart >= lineStart);
    if (first >= 0) this.#hits.splice(first);
  }

  /** Undefined where only a key of the line has the text. */
  #hitIn(source: SourceFile, text: number, start: number, end: number): Pick<TextHit, 'field'> | undefined {
    if (end - start > LONGEST_LINE) return {};
    const line = Buffer.allocUnsafe(end - start);
    source.read(line, start);
    const fields = fieldsOf(line.toString());
    if (fields === undefined) return {};
    for (const [field, json] of fields) {
      const isThere = this.#each[text]?.in(Buffer.from(json)).next().done === false;
      if (isThere) return { field };
    }
    return undefined;
  }
}

function whyOf({ code }: AppError): UnreadWhy {
  if (code === 'file.not-found') return 'gone';
  return code === 'file.changed' ? 'changed' : 'unreadable';
}
