/**
 * @file Reads an object of JSON into the cells of a row, strictly, and without ever making a number of a number: each
 * digit stays as it was written. Pure.
 */

import { number as grouped } from '../../../src-shared/quantities.ts';
import { SaidError } from '../../ground/said-error.ts';
import { most } from '../bounds.ts';
import type { Row } from '../rows.ts';

/** What is wrong with a row, as the rest of a sentence that begins with it. */
export class JsonProblem extends SaidError {
  override readonly name = 'JsonProblem';
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
/** Half of a character that takes two escapes; whether the other half is there, only decoding tells. */
const HALF_CHARACTER = /\\ud[89a-f]/i;
const SPACE = /[ \t\r]/;
const STRING_OR_SPACE = /("(?:[^"\\]|\\.)*")|[ \t\r]+/g;

/** A key that rows have, by its place in the nested objects. */
class KeyNode {
  readonly path: string;
  readonly column: number | undefined;
  readonly children = new Map<string, KeyNode>();
  /** The row in which it was last seen. */
  seenIn = -1;

  constructor(path: string, column: number | undefined) {
    this.path = path;
    this.column = column;
  }
}

export class FlatObjects {
  readonly #columns: ReadonlyMap<string, number>;
  readonly #count: number;
  readonly #root = new KeyNode('', undefined);
  #rowsRead = 0;
  /** Of the row. */
  #values = 0;
  #text = '';
  #at = 0;
  #cells: (string | undefined)[] = [];
  #others: (readonly [string, string])[] = [];
  #stored: (number | string)[] = [];

  constructor(columns: readonly string[]) {
    this.#columns = new Map(columns.map((column, index) => [column, index]));
    this.#count = columns.length;
  }

  /** The row of a text that is one object. Throws JsonProblem. */
  rowOf(text: string, number: number): Row {
    this.#text = text;
    this.#at = 0;
    this.#rowsRead += 1;
    this.#cells = new Array<string | undefined>(this.#count).fill(undefined);
    this.#others = [];
    this.#stored = [];
    this.#values = 0;
    this.#skipSpace();
    if (text.charCodeAt(this.#at) !== OPEN_OBJECT) throw new JsonProblem(`is no JSON object, but ${this.#excerpt()}`);
    this.#readObject(this.#root, 1);
    this.#skipSpace();
    if (this.#at < text.length)
      throw new JsonProblem(`continues after the object, at character ${this.#at + 1}, with ${this.#excerpt()}`);
    return {
      number,
      cells: this.#cells,
      ...(this.#stored.length > 0 && { stored: this.#stored }),
      ...(this.#others.length > 0 && { others: this.#others }),
    };
  }

  #readObject(node: KeyNode, depth: number): void {
    if (depth > most.levelsOfRow) throw new JsonProblem(`has objects nested deeper than ${most.levelsOfRow} levels`);
    this.#at += 1;
    this.#skipSpace();
    if (this.#code() === CLOSE_OBJECT) {
      this.#at += 1;
      return;
    }
    for (;;) {
      if (this.#code() !== QUOTE) throw this.#unexpected('the name of a field in quotes');
      const child = this.#childOf(node, this.#readString());
      if (child.seenIn === this.#rowsRead) throw new JsonProblem(`has the field “${child.path}” twice`);
      child.seenIn = this.#rowsRead;
      this.#skipSpace();
      if (this.#code() !== COLON) throw this.#unexpected('a colon');
      this.#at += 1;
      this.#skipSpace();
      this.#readValue(child, depth);
      this.#skipSpace();
      const code = this.#code();
      this.#at += 1;
      if (code === CLOSE_OBJECT) return;
      if (code !== COMMA) {
        this.#at -= 1;
        throw this.#unexpected('a comma or a closing brace');
      }
      this.#skipSpace();
    }
  }

  #readValue(node: KeyNode, depth: number): void {
    switch (this.#code()) {
      case QUOTE:
        this.#put(node, this.#readString());
        return;
      case OPEN_OBJECT:
        this.#readObject(node, depth + 1);
        return;
      case OPEN_LIST:
        this.#put(node, this.#readList());
        this.#stored.push(node.column ?? node.path);
        return;
      default:
        this.#readScalar(node);
    }
  }

  #readScalar(node: KeyNode): void {
    const start = this.#at;
    for (const pattern of [NUMBER, WORD]) {
      pattern.lastIndex = start;
      if (!pattern.test(this.#text)) continue;
      this.#at = pattern.lastIndex;
      if (!this.#isAtEndOfValue()) break;
      const written = this.#text.slice(start, this.#at);
      if (written === 'null') return;
      this.#put(node, written);
      this.#stored.push(node.column ?? node.path);
      return;
    }
    this.#at = start;
    throw this.#unexpected('a value');
  }

  #isAtEndOfValue(): boolean {
    const code = this.#code();
    return Number.isNaN(code) || isSpace(code) || code === COMMA || code === CLOSE_OBJECT;
  }

  #put(node: KeyNode, cell: string): void {
    this.#values += 1;
    if (this.#values > most.columns) throw new JsonProblem(`has more than ${grouped(most.columns)} values`);
    if (node.column === undefined) {
      this.#others.push([node.path, cell]);
      return;
    }
    // A key with a dot in it may mean the same column as an object within.
    if (this.#cells[node.column] !== undefined) throw new JsonProblem(`has the field “${node.path}” twice`);
    this.#cells[node.column] = cell;
  }

  #childOf(node: KeyNode, key: string): KeyNode {
    let child = node.children.get(key);
    if (child === undefined) {
      const path = node === this.#root ? key : `${node.path}.${key}`;
      child = new KeyNode(path, this.#columns.get(path));
      node.children.set(key, child);
    }
    return child;
  }

  /** Reads the string that begins here, without its quotes and escapes. */
  #readString(): string {
    const text = this.#text;
    const start = this.#at;
    let hasEscape = false;
    for (let at = start + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.#at = at + 1;
        return hasEscape ? unescaped(text.slice(start, at + 1), start) : text.slice(start + 1, at);
      }
      if (code < 0x20) {
        this.#at = at;
        throw new JsonProblem(
          `has a line break or another control character within a text, at character ${at + 1}; JSON writes it as \\n`,
        );
      }
      if (code !== BACKSLASH) continue;
      hasEscape = true;
      at += 1;
    }
    throw new JsonProblem(`ends within a text that begins at character ${start + 1}`);
  }

  /** Reads the list that begins here; its text, without space between its values. */
  #readList(): string {
    const text = this.#text;
    const start = this.#at;
    let depth = 0;
    for (let at = start; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.#at = at;
        at = endOfString(text, at);
      } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
        depth += 1;
        if (depth > most.levelsOfRow) throw new JsonProblem(`has a list nested deeper than ${most.levelsOfRow} levels`);
      } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
        depth -= 1;
        if (depth > 0) continue;
        this.#at = at + 1;
        return checkedList(text.slice(start, at + 1), start);
      }
    }
    throw new JsonProblem(`ends within a list that begins at character ${start + 1}`);
  }

  #skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }

  #code(): number {
    return this.#text.charCodeAt(this.#at);
  }

  #unexpected(expected: string): JsonProblem {
    return new JsonProblem(
      `is broken JSON: at character ${this.#at + 1}, ${expected} was expected, not ${this.#excerpt()}`,
    );
  }

  #excerpt(): string {
    const excerpt = this.#text.slice(this.#at, this.#at + 20).trimEnd();
    return excerpt === '' ? 'its end' : `“${excerpt}”`;
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d || code === 0x0a;
}

/** The position of the quote that closes the string; the end of the text where none does. */
function endOfString(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

function unescaped(quoted: string, start: number): string {
  const text = parsed(quoted, start);
  if (typeof text !== 'string') throw new JsonProblem(`has a broken text at character ${start + 1}`);
  if (!text.isWellFormed()) throw halfCharacter(start);
  return text;
}

function checkedList(list: string, start: number): string {
  const value = parsed(list, start);
  // What JSON.stringify still escapes is half of a character.
  if (HALF_CHARACTER.test(list) && HALF_CHARACTER.test(JSON.stringify(value))) throw halfCharacter(start);
  return SPACE.test(list) ? list.replace(STRING_OR_SPACE, '$1') : list;
}

function parsed(json: string, start: number): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new JsonProblem(`has a broken ${json.startsWith('[') ? 'list' : 'text'} at character ${start + 1}`);
  }
}

function halfCharacter(start: number): JsonProblem {
  return new JsonProblem(`has half of a character (a lone surrogate) in what begins at character ${start + 1}`);
}
