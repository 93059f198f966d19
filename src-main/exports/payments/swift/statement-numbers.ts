/** @file Whether the statements of an account follow one another by their numbers (28C). Pure. */

import { type Fact, fact } from '../../../../src-shared/languages/fact.ts';

interface Numbered {
  number: number;
  day: string | undefined;
}

const DAY_MS = 24 * 60 * 60 * 1000;

export class StatementNumbers {
  /** By account. */
  readonly #last = new Map<string, Numbered>();

  /**
   * Why a statement does not follow the one before it; a full sentence. Numbers may begin again, as in a new year, and may be those of
   * the days.
   * @param text such as 231/1: the number of the statement, and that of its page
   */
  problem(where: Fact, account: string, text: string | undefined, day: string | undefined): Fact | undefined {
    const number = Number(/^(\d{1,5})(?:\/|$)/.exec(text ?? '')?.[1] ?? 0);
    // Some banks number none.
    if (number === 0) return undefined;
    const before = this.#last.get(account);
    this.#last.set(account, { number, day });
    if (before === undefined || number <= before.number + 1) return undefined;
    if (daysBetween(before.day, day) === number - before.number) return undefined;
    return fact('{where} follows on number {number}: one between them is missing. Ask for it.', {
      where,
      number: before.number,
    });
  }
}

function daysBetween(from: string | undefined, to: string | undefined): number | undefined {
  return from === undefined || to === undefined ? undefined : Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}
