/** @file Where a line went, as people read it: when the service had it, and what it pays. Pure. */

import { amountIn } from './amounts.ts';
import { message } from './languages/message.ts';
import { momentOf } from './quantities.ts';
import type { placeSchema } from './shapes.ts';

type Place = Pick<(typeof placeSchema)['_output'], 'arrivedAt' | 'payment'>;

/** Nothing where it is not known that it arrived. */
export const arrivedInWords = ({ arrivedAt }: Place): string[] =>
  arrivedAt === undefined ? [] : [message('Arrived at the service on {at}', { at: momentOf(arrivedAt) })];

/** “3,416.82 EUR, 2026-11-17T09:16:00”; empty where the line does not say it, or was not read. */
export function paidInWords({ payment: { amount, currency = '', at } = {} }: Place): string {
  const paid = amount === undefined ? undefined : amountIn(amount, currency);
  return [paid, at].filter((part) => part !== undefined).join(', ');
}
