/**
 * @file Reads an object of JSON into the cells of a row, strictly, and without ever making a number of a number: each
 * digit stays as it was written. Pure.
 */

import { type Fact, fact } from '../../../src-shared/languages/fact.ts';
import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  endOfString,
  isSpace,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from '../../ground/json/tokens.ts';
import { most } from '../bounds.ts';
import { tooManyValues } from '../row-problems.ts';
import type { Row } from '../rows.ts';
import {
  brokenList,
  brokenText,
  controlCharacter,
  endWithinList,
  endWithinText,
  fieldTwice,
  halfCharacter,
  JsonProblem,
  listTooDeep,
  objectsTooDeep,
} from './json-problem.ts';

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
    if (text.charCodeAt(this.#at) !== OPEN_OBJECT) {
      const found = this.#excerpt();
      throw new JsonProblem((given) => fact('Row {row} is no JSON object, but {found}.', { ...given, found }));
    }
    this.#readObject(this.#root, 1);
    this.#skipSpace();
    if (this.#at < text.length) {
      const [character, found] = [this.#at + 1, this.#excerpt()];
      throw new JsonProblem((given) =>
        fact('Row {row} continues after the object, at character {character}, with {found}.', {
          ...given,
          character,
          found,
        }),
      );
    }
    return {
      number,
      cells: this.#cells,
      ...(this.#stored.length > 0 && { stored: this.#stored }),
      ...(this.#others.length > 0 && { others: this.#others }),
    };
  }

  #readObject(node: KeyNode, depth: number): void {
    if (depth > most.levelsOfRow) throw objectsTooDeep();
    this.#at += 1;
    this.#skipSpace();
    if (this.#code() === CLOSE_OBJECT) {
      this.#at += 1;
      return;
    }
    for (;;) {
      if (this.#code() !== QUOTE) throw this.#unexpected(fact('the name of a field in quotes'));
      const child = this.#childOf(node, this.#readString());
      if (child.seenIn === this.#rowsRead) throw fieldTwice(child.path);
      child.seenIn = this.#rowsRead;
      this.#skipSpace();
      if (this.#code() !== COLON) throw this.#unexpected(fact('a colon'));
      this.#at += 1;
      this.#skipSpace();
      this.#readValue(child, depth);
      this.#skipSpace();
      const code = this.#code();
      this.#at += 1;
      if (code === CLOSE_OBJECT) return;
      if (code !== COMMA) {
        this.#at -= 1;
        throw this.#unexpected(fact('a comma or a closing brace'));
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
    throw this.#unexpected(fact('a value'));
  }

  #isAtEndOfValue(): boolean {
    const code = this.#code();
    return Number.isNaN(code) || isSpace(code) || code === COMMA || code === CLOSE_OBJECT;
  }

  #put(node: KeyNode, cell: string): void {
    this.#values += 1;
    if (this.#values > most.columns) throw new JsonProblem(tooManyValues);
    if (node.column === undefined) {
      this.#others.push([node.path, cell]);
      return;
    }
    // A key with a dot in it may mean the same column as an object within.
    if (this.#cells[node.column] !== undefined) throw fieldTwice(node.path);
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
        throw controlCharacter(at);
      }
      if (code !== BACKSLASH) continue;
      hasEscape = true;
      at += 1;
    }
    throw endWithinText(start);
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
        if (depth > most.levelsOfRow) throw listTooDeep();
      } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
        depth -= 1;
        if (depth > 0) continue;
        this.#at = at + 1;
        return checkedList(text.slice(start, at + 1), start);
      }
    }
    throw endWithinList(start);
  }

  #skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }

  #code(): number {
    return this.#text.charCodeAt(this.#at);
  }

  #unexpected(expected: Fact): JsonProblem {
    const [character, found] = [this.#at + 1, this.#excerpt()];
    return new JsonProblem((given) =>
      fact('Row {row} is broken JSON: at character {character}, {expected} was expected, not {found}.', {
        ...given,
        character,
        expected,
        found,
      }),
    );
  }

  #excerpt(): Fact {
    const excerpt = this.#text.slice(this.#at, this.#at + 20).trimEnd();
    return excerpt === '' ? fact('its end') : fact('“{value}”', { value: excerpt });
  }
}

function unescaped(quoted: string, start: number): string {
  const text = parsed(quoted, start);
  if (typeof text !== 'string') throw brokenText(start);
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
    throw json.startsWith('[') ? brokenList(start) : brokenText(start);
  }
}
