/** @file Which lines count as rejected, so that a recipe may drop them: those with errors, and those that the service names. Pure. */

import type { Finding } from '../check/findings/finding.ts';
import { LineSet } from '../ground/line-set.ts';

/** Lines of the source for the step that drops faulty ones. */
export interface Rejected {
  /** Those with an error of their own, and those that the service names for more than their id. */
  faulty: LineSet;
  /** Those that share their id with another line: whether they still do is known once that is corrected or left out. */
  sharing: LineSet;
}

export class RejectedLines {
  readonly #faulty = new NumberList();
  readonly #sharing = new NumberList();

  add(findings: Iterable<Finding>): void {
    for (const { line, rule, severity } of findings) {
      if (severity !== 'error' || line === 0) continue;
      (rule === 'modification.duplicate' ? this.#sharing : this.#faulty).add(line);
    }
  }

  /** @param byService the lines of the file that it names */
  finish(byService = LineSet.none): Rejected {
    const sharing = LineSet.of(this.#sharing.all());
    return { faulty: LineSet.of(this.#faulty.all()).union(byService.difference(sharing)), sharing };
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
