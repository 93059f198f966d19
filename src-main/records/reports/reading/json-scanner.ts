/**
 * @file Finds the elements of lists in a JSON text of any size, piece by piece, without building the rest of it. It knows
 * brackets, strings and keys; what is between an element's own brackets is left to JSON.parse. Pure.
 *
 * Paths: `/errors[]` are the elements of the list `errors`; `/errors/{}` are the values of an object `errors` whose keys
 * are line numbers or identifiers; the empty path is the text's own top level, where there may be several values.
 */

import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COMMA,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from '../../../ground/json/tokens.ts';

export interface Element {
  path: string;
  /** The key, where the path ends in `{}`. */
  key: string | undefined;
  /** undefined for one that is larger than the limit. */
  text: string | undefined;
}

export interface ScannerOptions {
  /** Whether the elements with this path are wanted. */
  wants: (path: string) => boolean;
  onElement: (element: Element) => void;
  /** The largest element that is handed out, in characters. */
  longest: number;
}

interface Frame {
  isObject: boolean;
  path: string;
  /** The key whose value comes, in an object. */
  key: string;
  /** A string that comes now is a key. */
  awaitsKey: boolean;
  /** Where the element begins, as a position in the whole text; undefined when it is not wanted, or too large. */
  from: number | undefined;
  /** The element has become too large. */
  isTooLarge: boolean;
}

/** No report is nested deeper than this; what is deeper belongs to the element around it. */
const DEEPEST = 32;
const LONGEST_KEY = 200;
const REFERENCE = /^\s*(\d{1,15}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\s*$/i;

export class JsonScanner {
  readonly #options: ScannerOptions;
  readonly #frames: Frame[] = [];
  /** Levels below the deepest frame. */
  #deeper = 0;
  #isInString = false;
  #isEscaped = false;
  /** The key that is being read; undefined outside one. */
  #key: string | undefined;
  /** A text that is an element itself: where it begins. */
  #said: { path: string; key: string; from: number } | undefined;
  /** The position of the piece in the whole text, and what is kept of the text before it. */
  #base = 0;
  #held = '';
  #heldFrom = 0;

  constructor(options: ScannerOptions) {
    this.#options = options;
  }

  /** Whether all brackets and strings that were opened are closed. */
  get isWhole(): boolean {
    return this.#frames.length === 0 && this.#deeper === 0 && !this.#isInString;
  }

  push(piece: string): void {
    const { length } = piece;
    for (let at = 0; at < length; at++) {
      if (this.#isInString) {
        at = this.#throughString(piece, at);
        continue;
      }
      switch (piece.charCodeAt(at)) {
        case QUOTE:
          this.#beginString(at);
          break;
        case OPEN_OBJECT:
          this.#open(true, at);
          break;
        case OPEN_LIST:
          this.#open(false, at);
          break;
        case CLOSE_OBJECT:
        case CLOSE_LIST:
          this.#close(piece, at);
          break;
        case COMMA:
          this.#next();
          break;
        default:
      }
    }
    this.#keep(piece);
  }

  /** Goes to the end of the string, or of the piece; returns the position of the last character that was read. */
  #throughString(piece: string, from: number): number {
    let at = from;
    for (; at < piece.length; at++) {
      if (this.#isEscaped) {
        this.#isEscaped = false;
        continue;
      }
      const code = piece.charCodeAt(at);
      if (code === BACKSLASH) this.#isEscaped = true;
      if (code !== QUOTE) continue;
      this.#isInString = false;
      break;
    }
    if (this.#key !== undefined && this.#key.length < LONGEST_KEY)
      this.#key += piece.slice(from, Math.min(at, from + LONGEST_KEY));
    if (!this.#isInString) this.#endString(piece, at);
    return at;
  }

  #beginString(at: number): void {
    this.#isInString = true;
    const frame = this.#deeper === 0 ? this.#frames.at(-1) : undefined;
    if (frame?.isObject !== true) return;
    if (frame.awaitsKey) {
      this.#key = '';
      return;
    }
    const path = pathWithin(frame);
    if (!path.endsWith('{}') || !this.#options.wants(path)) return;
    this.#said = { path, key: frame.key, from: this.#base + at };
  }

  #endString(piece: string, at: number): void {
    const frame = this.#frames.at(-1);
    if (this.#key !== undefined && frame !== undefined) {
      frame.key = this.#key;
      frame.awaitsKey = false;
      this.#key = undefined;
    }
    if (this.#said === undefined) return;
    const { path, key, from } = this.#said;
    this.#said = undefined;
    this.#options.onElement({ path, key, text: this.#textFrom(from, piece, at) });
  }

  #open(isObject: boolean, at: number): void {
    if (this.#deeper > 0 || this.#frames.length >= DEEPEST) {
      this.#deeper += 1;
      return;
    }
    const around = this.#frames.at(-1);
    const path = around === undefined ? '' : pathWithin(around);
    const mayBeElement = isObject || path.endsWith('{}');
    const isWanted = mayBeElement && this.#options.wants(path);
    this.#frames.push({
      isObject,
      path,
      key: '',
      awaitsKey: isObject,
      isTooLarge: false,
      from: isWanted ? this.#base + at : undefined,
    });
  }

  #close(piece: string, at: number): void {
    if (this.#deeper > 0) {
      this.#deeper -= 1;
      return;
    }
    const frame = this.#frames.pop();
    if (frame === undefined || (frame.from === undefined && !frame.isTooLarge)) return;
    const text = frame.from === undefined ? undefined : this.#textFrom(frame.from, piece, at);
    const key = frame.path.endsWith('{}') ? this.#frames.at(-1)?.key : undefined;
    this.#options.onElement({ path: frame.path, key, text });
  }

  #next(): void {
    const frame = this.#deeper === 0 ? this.#frames.at(-1) : undefined;
    if (frame?.isObject === true) frame.awaitsKey = true;
  }

  #textFrom(from: number, piece: string, last: number): string | undefined {
    if (this.#base + last - from > this.#options.longest) return undefined;
    const end = last + 1;
    if (from >= this.#base) return piece.slice(from - this.#base, end);
    return this.#held.slice(from - this.#heldFrom) + piece.slice(0, end);
  }

  /** Keeps what belongs to elements that have begun, unless they are too large already. */
  #keep(piece: string): void {
    const next = this.#base + piece.length;
    for (const frame of this.#frames) {
      if (frame.from === undefined || next - frame.from <= this.#options.longest) continue;
      frame.from = undefined;
      frame.isTooLarge = true;
    }
    if (this.#said !== undefined && next - this.#said.from > this.#options.longest) this.#said = undefined;
    const first = this.#frames.find(({ from }) => from !== undefined)?.from ?? this.#said?.from;
    if (first === undefined) {
      this.#held = '';
      this.#heldFrom = next;
    } else if (first >= this.#base) {
      this.#held = piece.slice(first - this.#base);
      this.#heldFrom = first;
    } else {
      this.#held = this.#held.slice(first - this.#heldFrom) + piece;
      this.#heldFrom = first;
    }
    this.#base = next;
  }
}

function pathWithin({ isObject, path, key }: Frame): string {
  if (!isObject) return `${path}[]`;
  return `${path}/${REFERENCE.test(key) ? '{}' : key}`;
}
