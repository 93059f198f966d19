/** @file Tells of each line of a file, asked in order, whether it is meant. Pure. */

import type { Scope } from './rewrite-messages.ts';

/** Walks ascending line numbers: asked in order, it says which are among them. */
export class LineNumbers {
  readonly #numbers: Uint32Array;
  #next = 0;

  constructor(numbers: Uint32Array = new Uint32Array()) {
    this.#numbers = numbers;
  }

  has(line: number): boolean {
    while ((this.#numbers[this.#next] ?? Number.POSITIVE_INFINITY) < line) this.#next += 1;
    return this.#numbers[this.#next] === line;
  }
}

export class ScopeWalk {
  readonly #scope: Scope;
  readonly #also: LineNumbers;
  readonly #except: LineNumbers;
  #next = 0;

  constructor(scope: Scope) {
    this.#scope = scope;
    this.#also = new LineNumbers(scope.also);
    this.#except = new LineNumbers(scope.except);
  }

  /** Whether the line is meant; to be asked in the order of the file. */
  has(line: { number: number; offset: number }): boolean {
    const { ranges } = this.#scope;
    while ((ranges[this.#next]?.end ?? Number.POSITIVE_INFINITY) <= line.offset) this.#next += 1;
    const isInRange = (ranges[this.#next]?.start ?? Number.POSITIVE_INFINITY) <= line.offset;
    const isException = this.#except.has(line.number);
    return this.#also.has(line.number) || (isInRange && !isException);
  }
}

/** Numbers from anywhere, in the order and without the repetitions that a scope needs. */
export function lineNumbers(lines: Iterable<number>): Uint32Array {
  const sorted = Uint32Array.from(lines).sort();
  return sorted.filter((line, at) => at === 0 || sorted[at - 1] !== line);
}
