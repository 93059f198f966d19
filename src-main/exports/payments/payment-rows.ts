/** @file What a payment message makes of its transactions: rows of a table, and problems. Pure. */

import type { RowCollector } from '../row-collector.ts';
import { type Payment, rowOf } from './payment-columns.ts';

/** Problems are full sentences. */
export interface PaymentRows {
  onPayment(payment: Payment): void;
  /** The next row cannot be read. */
  onRefused(problem: string): void;
  /** The message does not agree with itself. */
  onProblem(problem: string): void;
}

/** Numbers the rows from 1. */
export function paymentRows(collector: RowCollector): PaymentRows {
  let number = 0;
  return {
    onPayment: (payment) => {
      number += 1;
      const { row, characters } = rowOf(number, payment);
      collector.add(row, characters);
    },
    onRefused: (problem) => {
      number += 1;
      collector.addFault(number, problem);
    },
    onProblem: (problem) => collector.addProblem(number, problem),
  };
}
