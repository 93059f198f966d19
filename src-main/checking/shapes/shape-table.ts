/**
 * @file The learned shapes of lines as flat tables: states, and the ways from each state. A way consists of a literal
 * (bytes that must match), the slot of the value after it, and the state after the value.
 */

import { Buffer } from 'node:buffer';

/** The state at the start of a line. */
export const LINE_START = 0;
export const NO_WAY = -1;

// A way is identified by the position of its first word in `ways`; the words are:
export const NEXT_WAY = 0;
export const SLOT = 1;
export const TARGET = 2;
export const LENGTH = 3;
/** Where its literal begins in `literals`, counted in numbers. */
export const LITERAL = 4;
/** How often it was taken; a state's ways are tried roughly in this order. */
export const TAKEN = 5;
const WORDS_PER_WAY = 8;

/** Bytes compared at once. */
export const STEP = 8;

const MOST_STATES = 4096;
const MOST_WAYS = 16384;
const MOST_WAYS_OF_ONE_STATE = 64;
const MOST_LITERAL_STEPS = 1 << 16;
const MOST_LITERAL_BYTES = 1024;

export class ShapeTable {
  /** By state: the way to try first. */
  readonly firstWay = new Int32Array(MOST_STATES).fill(NO_WAY);
  readonly ways = new Int32Array(MOST_WAYS * WORDS_PER_WAY);
  /**
   * Literals, eight bytes each, read as one floating-point number: the widest comparison in JavaScript without
   * allocation. Equal numbers mean equal bytes: zero is the only number with two bit patterns, and no literal contains
   * its NUL bytes. A pattern that reads as NaN equals nothing, so its line goes to the judge. The last number of a
   * literal covers its last eight bytes; a shorter literal has one number for each byte.
   */
  readonly literals = new Float64Array(MOST_LITERAL_STEPS);
  #literalSteps = 0;
  #usedWays = 0;
  readonly #states = new Map<string, number>([['', LINE_START]]);
  readonly #wayTargets = new Map<string, number>();
  readonly #wayCounts = new Uint16Array(MOST_STATES);

  /** Removes all ways; states keep their numbers. */
  clear(): void {
    this.firstWay.fill(NO_WAY);
    this.#wayCounts.fill(0);
    this.#literalSteps = 0;
    this.#usedWays = 0;
    this.#wayTargets.clear();
  }

  /**
   * The state that a way leads to, added if it is new. `literal` has one character for each byte, `target` is the text
   * of the state. Undefined when a table is full.
   */
  follow(state: number, literal: string, slot: number, target: string): number | undefined {
    // State and literal determine the slot that follows: its field, and whether a quote opens a text.
    const way = `${state} ${literal}`;
    const known = this.#wayTargets.get(way);
    if (known !== undefined) return known;
    const steps = literal.length < STEP ? literal.length : Math.ceil(literal.length / STEP);
    const wayCount = this.#wayCounts[state] ?? 0;
    if (
      literal.length > MOST_LITERAL_BYTES ||
      wayCount >= MOST_WAYS_OF_ONE_STATE ||
      this.#usedWays >= MOST_WAYS ||
      this.#literalSteps + steps > MOST_LITERAL_STEPS
    ) {
      return undefined;
    }
    const targetState = this.#stateOf(target);
    if (targetState === undefined) return undefined;
    this.#wayTargets.set(way, targetState);
    this.#wayCounts[state] = wayCount + 1;
    this.#append(state, [NO_WAY, slot, targetState, literal.length, this.#addLiteral(literal), 0]);
    return targetState;
  }

  /** Moves a way forward when it has been taken more often than the one before it. */
  promote(state: number, way: number): void {
    const { ways } = this;
    let beforeLast = NO_WAY;
    let before = this.firstWay[state] ?? NO_WAY;
    for (;;) {
      const next = ways[before + NEXT_WAY] ?? NO_WAY;
      if (next === way) break;
      beforeLast = before;
      before = next;
    }
    if ((ways[before + TAKEN] ?? 0) >= (ways[way + TAKEN] ?? 0)) return;
    ways[before + NEXT_WAY] = ways[way + NEXT_WAY] ?? NO_WAY;
    ways[way + NEXT_WAY] = before;
    if (beforeLast === NO_WAY) this.firstWay[state] = way;
    else ways[beforeLast + NEXT_WAY] = way;
  }

  #stateOf(text: string): number | undefined {
    let state = this.#states.get(text);
    if (state === undefined) {
      if (this.#states.size >= MOST_STATES) return undefined;
      state = this.#states.size;
      this.#states.set(text, state);
    }
    return state;
  }

  /** Adds a way at the end of its state's list, because it has never been taken. */
  #append(state: number, words: readonly number[]): void {
    const added = this.#usedWays++ * WORDS_PER_WAY;
    this.ways.set(words, added);
    let last = this.firstWay[state] ?? NO_WAY;
    if (last === NO_WAY) {
      this.firstWay[state] = added;
      return;
    }
    for (let next = last; next !== NO_WAY; next = this.ways[next + NEXT_WAY] ?? NO_WAY) last = next;
    this.ways[last + NEXT_WAY] = added;
  }

  #addLiteral(literal: string): number {
    const start = this.#literalSteps;
    const bytes = Buffer.from(literal, 'latin1');
    if (bytes.length < STEP) {
      for (const byte of bytes) this.literals[this.#literalSteps++] = byte;
    } else {
      for (let at = 0; at < bytes.length; at += STEP) {
        this.literals[this.#literalSteps++] = bytes.readDoubleLE(Math.min(at, bytes.length - STEP));
      }
    }
    return start;
  }
}
