/** @file Which lines count as rejected, so that a recipe may drop them: those with errors, and those that the service names. Pure. */

import type { Finding } from '../check/findings/finding.ts';
import { LineSet } from '../ground/line-set.ts';
import { keepsOneOfEachId, type Recipe } from './recipe.ts';

/** A line whose only error is that it shares its modification id is not rejected where the recipe keeps one of each. */
export class RejectedLines {
  readonly #keepsOne: boolean;
  readonly #faulty = new NumberList();
  readonly #sharing = new NumberList();

  constructor(recipe: Recipe) {
    this.#keepsOne = keepsOneOfEachId(recipe);
  }

  add(findings: Iterable<Finding>): void {
    for (const { line, rule, severity } of findings) {
      if (severity !== 'error' || line === 0) continue;
      const isShared = this.#keepsOne && rule === 'modification.duplicate';
      (isShared ? this.#sharing : this.#faulty).add(line);
    }
  }

  /** @param byService the lines of the file that it names */
  finish(byService = LineSet.none): LineSet {
    return LineSet.of(this.#faulty.all()).union(byService.difference(LineSet.of(this.#sharing.all())));
  }
}

/** Any number of line numbers, in four bytes each; a set ends at 16 million. */
class NumberList {
  #numbers = new Uint32Array(1024);
  #size = 0;

  add(number: number): void {
    // Several findings of one line come one after the other.
    if (this.#size > 0 && this.#numbers[this.#size - 1] === number) return;
    if (this.#size === this.#numbers.length) {
      const larger = new Uint32Array(2 * this.#size);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#size] = number;
    this.#size += 1;
  }

  all(): Uint32Array {
    return this.#numbers.subarray(0, this.#size);
  }
}
