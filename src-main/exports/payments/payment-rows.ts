/** @file What a payment message makes of its transactions: rows of a table, and problems. Pure. */

import type { RowCollector } from '../row-collector.ts';
import type { StatedFigure } from './control-figures.ts';
import type { MessageAccount, StatedTotal } from './message-facts.ts';
import { notBooked, type Payment, rowOf } from './payment-columns.ts';

/** Problems are full sentences. */
export interface PaymentRows {
  onPayment(payment: Payment): void;
  /** The next row cannot be read. */
  onRefused(problem: string): void;
  /** The message does not agree with itself. */
  onProblem(problem: string): void;
  /** What the message says about itself, right or wrong; undefined where it does not say it. */
  onFigure(figure: StatedFigure | undefined): void;
  /** An entry of a statement, whether it has details or not. */
  onEntry(): void;
  /** Of `MessageAccount.endPart`. */
  onPart(total: StatedTotal | undefined): void;
}

/** Numbers the rows from 1. */
export function paymentRows(collector: RowCollector, account: MessageAccount): PaymentRows {
  let number = 0;
  const onProblem = (problem: string) => collector.addProblem(number, problem);
  return {
    onPayment: (payment) => {
      number += 1;
      account.addTransaction({ isBooked: !notBooked.includes(payment.Status ?? '') });
      const { row, characters } = rowOf(number, payment);
      collector.add(row, characters);
    },
    onRefused: (problem) => {
      number += 1;
      account.addTransaction({ isBooked: true });
      collector.addFault(number, problem);
    },
    onProblem,
    onFigure: (figure) => {
      const problem = figure && account.addFigure(figure);
      if (problem !== undefined) onProblem(problem);
    },
    onEntry: () => account.addEntry(),
    onPart: (total) => account.endPart(total),
  };
}
