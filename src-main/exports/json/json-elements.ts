/**
 * @file Finds the elements of a list in a JSON text of any size, or the values that follow one another at its top, and
 * lays each on a line of its own. It knows brackets, strings and the keys on the way; the inside of an element is for
 * who reads it. Pure.
 */

import { fact } from '../../../src-shared/languages/fact.ts';
import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from '../../ground/json/tokens.ts';
import { SaidError } from '../../ground/said-error.ts';
import { type AroundFacts, aroundColumn } from '../around-rows.ts';
import { most } from '../bounds.ts';
import { rowTooLarge } from '../row-problems.ts';
import type { Piece } from '../rows.ts';
import { LinePieces } from './line-pieces.ts';
import { ListHead } from './list-head.ts';

/** The text cannot be read on; one full sentence. */
export class BrokenJson extends SaidError {
  override readonly name = 'BrokenJson';
}

const SPACE = 0x20;
/** No text of JSON may have it, so a row in whose text lines broke stays broken as a line. */
const VERTICAL_TAB = 0x0b;
const LONGEST_KEY = 2000;

export class JsonElements {
  readonly #pieces = new LinePieces();
  /** Keys that lead to the list; none for the top of the text. */
  readonly #keys: readonly string[];
  /** How many of them have been passed, each by an open object. */
  #passed = 0;
  /** The value that comes is that of the next key. */
  #isNext = false;
  readonly #open: number[] = [];
  /** The depth at which elements begin; undefined while the list has not been reached. */
  #elementDepth: number | undefined;
  #hasEnded = false;
  #hasFound = false;

  #isInString = false;
  #isEscaped = false;
  /** The bytes of a key on the way; undefined where none is read. */
  #key: number[] | undefined;
  #awaitsKey = false;

  /** Within an element: whether it is a word or a number, which ends where its characters do. */
  #isInElement = false;
  #isScalar = false;
  #lineStart = 0;
  #hasLineEnd = false;
  #hasLineEndInString = false;
  #isTooLarge = false;
  #position = 0;

  readonly #head = new ListHead();
  /** Within an object on the way, before its list. */
  #isInHead = false;
  readonly #ownColumns: ReadonlySet<string>;
  readonly facts: AroundFacts = { hasBehind: false, isTooMuch: false };

  /**
   * @param path that of the list, such as /export/transactions; empty for the top of the text
   * @param ownColumns those of the rows themselves, as far as they are known
   */
  constructor(path: string, ownColumns: ReadonlySet<string> = new Set()) {
    this.#ownColumns = ownColumns;
    this.#keys = keysOf(path);
    if (this.#keys.length === 0) this.#elementDepth = 0;
  }

  /** Throws BrokenJson. */
  push(bytes: Uint8Array): Piece[] {
    let from = 0;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (this.#isInString) {
        const begin = at;
        at = this.#throughString(bytes, at);
        if (this.#isInHead) this.#head.addText(bytes.subarray(begin, at + 1));
        if (this.#isInString || !this.#isInElement || this.#open.length !== this.#elementDepth) continue;
        this.#take(bytes.subarray(from, at + 1));
        this.#endElement();
        continue;
      }
      if (byte === 0x0a || byte === 0x0d) this.#hasLineEnd = true;
      if (this.#isScalar && isEndOfScalar(byte)) {
        this.#take(bytes.subarray(from, at));
        this.#endElement();
      }
      if (isSpace(byte)) continue;
      if (!this.#isInElement && this.#open.length === this.#elementDepth && this.#beginsElement(byte)) {
        from = at;
        this.#beginElement(byte);
      }
      this.#read(byte, this.#position + at);
      if (this.#isInHead) this.#head.addSign(byte);
      if (this.#isInElement && !this.#isScalar && !this.#isInString && this.#open.length === this.#elementDepth) {
        this.#take(bytes.subarray(from, at + 1));
        this.#endElement();
      }
    }
    if (this.#isInElement) this.#take(bytes.subarray(from));
    this.#position += bytes.length;
    return this.#pieces.takeReady();
  }

  /** Pieces that were under way; then `assertWhole` says whether the text had an end. */
  end(): Piece[] {
    if (this.#isScalar) this.#endElement();
    return this.#pieces.takeRest();
  }

  /** Throws BrokenJson for a text that was cut off, or in which the list was not found. */
  assertWhole(): void {
    const row = this.#pieces.nextRow;
    if (this.#isInElement)
      throw new BrokenJson(fact('The export ends within row {row}; it has probably been cut off.', { row }));
    if (this.#open.length > 0 || this.#isInString)
      throw new BrokenJson(
        fact('The export ends after row {row}, before its brackets are closed; it has probably been cut off.', {
          row: row - 1,
        }),
      );
    if (!this.#hasFound && this.#keys.length > 0)
      throw new BrokenJson(fact('There is no list at {path} in it.', { path: `/${this.#keys.join('/')}` }));
  }

  #beginsElement(byte: number): boolean {
    if (byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT) return false;
    // The list at the top of the text holds the elements itself.
    return !(this.#elementDepth === 0 && byte === OPEN_LIST);
  }

  #beginElement(byte: number): void {
    this.#isInElement = true;
    this.#isScalar = byte !== OPEN_OBJECT && byte !== OPEN_LIST && byte !== QUOTE;
    this.#hasLineEnd = false;
    this.#hasLineEndInString = false;
    this.#isTooLarge = false;
    this.#lineStart = this.#pieces.position;
  }

  #take(part: Uint8Array): void {
    if (this.#isTooLarge) return;
    if (this.#pieces.position - this.#lineStart + part.length > most.bytesOfRow) {
      this.#pieces.dropFrom(this.#lineStart);
      this.#isTooLarge = true;
      return;
    }
    this.#pieces.append(part);
  }

  #endElement(): void {
    this.#isInElement = false;
    this.#isScalar = false;
    if (this.#isTooLarge) {
      this.#pieces.addFault(rowTooLarge);
      return;
    }
    if (this.#hasLineEnd || this.#hasLineEndInString)
      this.#pieces.replaceLineEnds(this.#lineStart, this.#hasLineEndInString ? VERTICAL_TAB : SPACE);
    this.#pieces.endLine();
  }

  /** Goes to the end of the string, or of the bytes; returns the position of the last byte that was read. */
  #throughString(bytes: Uint8Array, from: number): number {
    let isEscaped = this.#isEscaped;
    let at = from;
    for (; at < bytes.length; at++) {
      const byte = bytes[at];
      if (isEscaped) {
        isEscaped = false;
      } else if (byte === BACKSLASH) {
        isEscaped = true;
      } else if (byte === QUOTE) {
        this.#isInString = false;
        break;
      } else if (byte === 0x0a || byte === 0x0d) {
        this.#hasLineEndInString = true;
      }
    }
    this.#isEscaped = isEscaped;
    if (this.#key !== undefined && this.#key.length < LONGEST_KEY)
      this.#key.push(...bytes.subarray(from, Math.min(at, from + LONGEST_KEY)));
    return at;
  }

  #read(byte: number, position: number): void {
    switch (byte) {
      case QUOTE:
        this.#isInString = true;
        if (this.#awaitsKey && this.#open.length === this.#passed + 1) this.#key = [];
        break;
      case COLON:
        if (this.#hasEnded) this.facts.hasBehind = true;
        this.#endKey();
        break;
      case COMMA:
        this.#awaitsKey = this.#isOnTheWay;
        break;
      case OPEN_OBJECT:
      case OPEN_LIST:
        this.#openBracket(byte);
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        this.#closeBracket(byte, position);
        break;
      default:
        this.#isNext = false;
    }
  }

  /** Whether the innermost open bracket is that of an object on the way to the list. */
  get #isOnTheWay(): boolean {
    return this.#elementDepth === undefined && !this.#hasEnded && this.#open.length === this.#passed + 1;
  }

  #endKey(): void {
    if (this.#key === undefined) return;
    const key = keyFrom(this.#key);
    this.#key = undefined;
    this.#awaitsKey = false;
    this.#isNext = key === this.#keys[this.#passed];
  }

  #openBracket(byte: number): void {
    if (this.#open.length >= most.levelsOfBrackets)
      throw new BrokenJson(
        fact('It has brackets nested deeper than {levels} levels.', { levels: most.levelsOfBrackets }),
      );
    const depth = this.#open.length;
    this.#open.push(byte);
    if (this.#elementDepth === 0 && depth === 0 && byte === OPEN_LIST) {
      this.#elementDepth = 1;
      this.#hasFound = true;
      return;
    }
    if (this.#elementDepth !== undefined) return;
    if (byte === OPEN_OBJECT && depth === 0) {
      // Pages of an export may follow one another, each with its list.
      this.#hasEnded = false;
      this.#passed = 0;
      this.#awaitsKey = true;
      this.#isInHead = true;
      this.#head.begin();
      return;
    }
    if (this.#hasEnded) return;
    const isNext = this.#isNext;
    this.#isNext = false;
    if (!isNext) return;
    const isLast = this.#passed + 1 === this.#keys.length;
    if (isLast && byte === OPEN_LIST) {
      this.#endHead(depth);
      this.#elementDepth = depth + 1;
      this.#hasFound = true;
    } else if (!isLast && byte === OPEN_OBJECT) {
      this.#passed += 1;
      this.#awaitsKey = true;
    }
  }

  #endHead(depth: number): void {
    const cells = this.#head.cells(depth);
    if (cells === undefined) this.facts.isTooMuch = true;
    this.#isInHead = false;
    this.#pieces.setAround((cells ?? []).map(([path, cell]) => [aroundColumn(path, this.#ownColumns), cell]));
  }

  #closeBracket(byte: number, position: number): void {
    const opened = this.#open.pop();
    const expected = byte === CLOSE_OBJECT ? OPEN_OBJECT : OPEN_LIST;
    if (opened !== expected) {
      const given = { row: this.#pieces.nextRow, byte: position + 1, found: String.fromCharCode(byte) };
      throw new BrokenJson(
        opened === undefined
          ? fact('In row {row}, at byte {byte} of the text, nothing was open, not {found}.', given)
          : fact('In row {row}, at byte {byte} of the text, {expected} was expected, not {found}.', {
              ...given,
              expected: opened === OPEN_OBJECT ? '}' : ']',
            }),
      );
    }
    const depth = this.#open.length;
    if (this.#elementDepth !== undefined && depth < this.#elementDepth) {
      // The list has ended. At the top of the text another one may follow.
      this.#elementDepth = this.#keys.length === 0 ? 0 : undefined;
      this.#hasEnded = this.#keys.length > 0;
    } else if (this.#elementDepth === undefined && this.#passed > 0 && depth === this.#passed) {
      this.#passed -= 1;
    }
  }
}

/** The keys of a path such as /export/transactions, in which ~1 is a slash and ~0 a tilde (RFC 6901). */
export function keysOf(path: string): string[] {
  if (path === '' || path === '/') return [];
  const keys = path.startsWith('/') ? path.slice(1) : path;
  return keys.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function keyFrom(bytes: number[]): string {
  const written = new TextDecoder().decode(Uint8Array.from(bytes));
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    return written;
  }
}

function isSpace(byte: number): boolean {
  // 0x1E separates the texts of a JSON text sequence (RFC 7464).
  return byte === SPACE || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0x1e;
}

function isEndOfScalar(byte: number): boolean {
  return (
    isSpace(byte) ||
    byte === COMMA ||
    byte === CLOSE_LIST ||
    byte === CLOSE_OBJECT ||
    byte === OPEN_OBJECT ||
    byte === OPEN_LIST ||
    byte === QUOTE
  );
}
