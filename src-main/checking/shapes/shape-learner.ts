/** @file Reads the shape of a line that the judge found without fault, and records it in the table. */

import { LineState } from './line-state.ts';
import { LINE_START, type ShapeTable } from './shape-table.ts';
import { LINE_END, type Slots } from './slots.ts';

const BACKSLASH = '\\';
const TEXT = /"(?:[^"\\]|\\.)*"/y;
const SCALAR = /[^\s,\]}]+/y;

interface Step {
  literal: string;
  slot: number;
  /** The text of the state after the value. */
  reached: string;
}

export class ShapeLearner {
  readonly #table: ShapeTable;
  readonly #slots: Slots;
  readonly #state = new LineState();
  #line = '';
  #at = 0;
  /** Where the current literal began. */
  #literalStart = 0;
  #steps: Step[] = [];

  constructor(table: ShapeTable, slots: Slots) {
    this.#table = table;
    this.#slots = slots;
  }

  /**
   * Learns a line of JSON, given with one character for each byte and with its newline. The table is filled only after
   * the whole line has been read: the conclusions of LineState need the order of keys up to the end of the line.
   */
  learn(line: string): void {
    this.#line = line;
    this.#at = 0;
    this.#literalStart = 0;
    this.#steps = [];
    this.#state.restart();
    const { contradictions } = this.#state;
    let expectsKey = false;
    let canGoOn = true;
    while (canGoOn) {
      switch (line[this.#at]) {
        case '{':
        case '[':
          expectsKey = line[this.#at++] === '{';
          canGoOn = this.#state.open(!expectsKey);
          break;
        case '}':
        case ']':
          this.#at++;
          this.#state.close();
          break;
        case ',':
          this.#at++;
          expectsKey = !this.#state.isInList;
          break;
        case ':':
        case ' ':
        case '\t':
        case '\r':
          this.#at++;
          break;
        case '"':
          canGoOn = expectsKey ? this.#readKey() : this.#readValue(TEXT);
          expectsKey = false;
          break;
        case '\n':
          this.#at++;
          this.#note(LINE_END, this.#at);
          this.#enterSteps();
          canGoOn = false;
          break;
        default:
          canGoOn = this.#readValue(SCALAR);
      }
    }
    if (this.#state.contradictions > contradictions) this.#table.clear();
  }

  #readKey(): boolean {
    const key = this.#read(TEXT).slice(1, -1);
    // Another spelling of the same key would pass for a different key.
    return !key.includes(BACKSLASH) && this.#state.enter(key);
  }

  #readValue(pattern: RegExp): boolean {
    const isText = pattern === TEXT;
    const slot = this.#slots.slotFor(this.#state.expected, isText, this.#state.modificationKey);
    if (slot === undefined) return false;
    const literalEnd = isText ? this.#at + 1 : this.#at;
    if (this.#read(pattern) === '') return false;
    this.#note(slot, literalEnd);
    return true;
  }

  /** Records the literal up to `literalEnd`, the slot after it, and the state reached with its value. */
  #note(slot: number, literalEnd: number): void {
    const literal = this.#line.slice(this.#literalStart, literalEnd);
    this.#steps.push({ literal, slot, reached: this.#state.toString() });
    this.#literalStart = this.#at;
  }

  /** Enters the steps into the table, as far as it has room. */
  #enterSteps(): void {
    let state: number | undefined = LINE_START;
    for (const { literal, slot, reached } of this.#steps) {
      state = this.#table.follow(state, literal, slot, reached);
      if (state === undefined) return;
    }
  }

  /** Reads as far as the pattern matches. */
  #read(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#line)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }
}
