/** @file What is known of a payment message once all of it was read: what is in it, and whether it agrees with itself. Pure. */

import { amountText, exactAmount } from '../../../src-shared/exact-amount.ts';
import type { Said } from '../../../src-shared/languages/fact.ts';
import type { MessageFacts, MessageFigure } from '../../../src-shared/preparation-shapes.ts';
import { problemOf, type StatedFigure } from './control-figures.ts';

/** More are only counted; those that differ are findings, each of them. */
const MOST_FIGURES = 200;

/** What a part of a message says of the transactions that are made of it, in as far as it is true of them. */
export interface StatedTotal {
  /** Of transactions: a count of entries is none. */
  count?: number | undefined;
  /** Absent where its amounts are in several currencies, or no sum of them is stated. */
  sum?: { currency: string; amount: bigint } | undefined;
}

export class MessageAccount {
  #parts = 0;
  #entries = 0;
  #transactions = 0;
  #notBooked = 0;
  #agreeing = 0;
  #differing = 0;
  readonly #figures: MessageFigure[] = [];
  /** Undefined once a part did not state its own. */
  #count: number | undefined = 0;
  #sums: Map<string, bigint> | undefined = new Map();

  /** Nothing of a message was found. */
  get isEmpty(): boolean {
    return this.#parts === 0 && this.#transactions === 0;
  }

  addTransaction({ isBooked }: { isBooked: boolean }): void {
    this.#transactions += 1;
    if (!isBooked) this.#notBooked += 1;
  }

  addEntry(): void {
    this.#entries += 1;
  }

  /** @returns why the figure is not right, as a full sentence */
  addFigure(figure: StatedFigure): Said | undefined {
    const problem = problemOf(figure);
    if (problem === undefined) this.#agreeing += 1;
    else this.#differing += 1;
    if (this.#figures.length < MOST_FIGURES) this.#figures.push(figure);
    return problem;
  }

  /** A statement, a group of orders, or a message that has no groups. @param total absent where it has no transactions */
  endPart(total: StatedTotal | undefined): void {
    this.#parts += 1;
    if (total === undefined) return;
    const { count, sum } = total;
    this.#count = count === undefined || this.#count === undefined ? undefined : this.#count + count;
    if (sum === undefined) this.#sums = undefined;
    else this.#sums?.set(sum.currency, (this.#sums.get(sum.currency) ?? 0n) + sum.amount);
  }

  facts(message: string): MessageFacts {
    const sums = [...(this.#sums ?? [])].sort(([one], [other]) => (one < other ? -1 : 1));
    return {
      message,
      parts: this.#parts,
      ...(this.#entries > 0 && { entries: this.#entries }),
      transactions: this.#transactions,
      ...(this.#notBooked > 0 && { notBooked: this.#notBooked }),
      agreeing: this.#agreeing,
      differing: this.#differing,
      figures: [...this.#figures],
      totals: [
        ...(this.#count !== undefined && this.#parts > 0 ? [{ count: this.#count }] : []),
        ...sums.map(([currency, amount]) => ({ currency, sum: amountText(amount) })),
      ],
    };
  }
}

/**
 * The figures of several exports together, by which what is made of them is compared: only those that each of them states.
 * @param messages undefined for an export that is no payment message
 * @param leftOut rows that the template leaves out: what was not booked is in no figure, but any other is
 */
export function statedFigures(
  messages: readonly (MessageFacts | undefined)[],
  leftOut: number,
): MessageFacts['totals'] {
  const told = messages.flatMap((message) => message ?? []);
  const notBooked = told.reduce((sum, one) => sum + (one.notBooked ?? 0), 0);
  if (told.length < messages.length || leftOut !== notBooked) return [];
  const filled = told.filter(({ transactions }) => transactions > 0);
  const counts = filled.flatMap(({ totals }) => totals.find(({ count }) => count !== undefined)?.count ?? []);
  const sums = filled.map(({ totals }) => totals.filter(({ sum }) => sum !== undefined));
  const byCurrency = new Map<string, bigint>();
  for (const { currency = '', sum = '' } of sums.flat())
    byCurrency.set(currency, (byCurrency.get(currency) ?? 0n) + (exactAmount(sum) ?? 0n));
  return [
    ...(counts.length > 0 && counts.length === filled.length
      ? [{ count: counts.reduce((sum, count) => sum + count, 0) }]
      : []),
    ...(sums.every((own) => own.length > 0)
      ? [...byCurrency].map(([currency, amount]) => ({ currency, sum: amountText(amount) }))
      : []),
  ];
}
