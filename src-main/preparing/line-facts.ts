/** @file What is needed of a written line for splitting it off and adding it up. Pure. */

import { isCurrencyForm } from '../checking/rules/codes.ts';
import { isDateTime } from '../checking/rules/date-times.ts';
import { figuresOf } from '../checking/rules/figures.ts';
import { isJsonObject, valueAt } from '../checking/rules/json-object.ts';
import { modificationIdOf } from '../checking/rules/line-judge.ts';
import { exactAmount } from '../checking/totals/exact-amount.ts';

/** Texts are empty where the transaction has none that can be used. */
export interface LineFacts {
  /** Of modification.created_at, such as 2026-01-31. */
  day: string;
  /** Of modification.currency. */
  currency: string;
  /** Of modification.amount, in the units of exactAmount; undefined where it is in no sum. */
  amount: bigint | undefined;
  sourceCountry: string;
  targetCountry: string;
  /** payment_external_id, as written. */
  payment: string;
  /** modification.external_id, as written. */
  modification: string;
}

const DAY_CHARACTERS = 10;
const COUNTRY = /^[A-Z]{2}$/;

/** The facts of a transaction, from its line. What counts in sums is as in checking/totals/totals.ts. */
export function factsOf(line: string): LineFacts {
  const value: unknown = JSON.parse(line);
  const transaction = isJsonObject(value) ? value : {};
  const { amount, currency, createdAt } = figuresOf(line, transaction) ?? {};
  const text = (key: string): string => {
    const found = valueAt(transaction, key);
    return typeof found === 'string' ? found : '';
  };
  const country = (key: string): string => (COUNTRY.test(text(key)) ? text(key) : '');
  return {
    day: createdAt !== undefined && isDateTime(createdAt) ? createdAt.slice(0, DAY_CHARACTERS) : '',
    currency: currency !== undefined && isCurrencyForm(currency) ? currency : '',
    amount: amount === undefined ? undefined : exactAmount(amount),
    sourceCountry: country('payment_source_country'),
    targetCountry: country('payment_target_country'),
    payment: text('payment_external_id'),
    modification: modificationIdOf(transaction) ?? '',
  };
}
