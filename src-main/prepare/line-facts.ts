/** @file What is needed of a written line for splitting it off and adding it up. Pure. */

import { isDateTime } from '../../src-shared/date-times.ts';
import { isCurrencyForm } from '../check/rules/codes.ts';
import { figuresOf } from '../check/rules/figures.ts';
import { isJsonObject, valueAt } from '../check/rules/json-object.ts';
import { jsonValueOf } from '../check/rules/json-value.ts';
import { modificationIdOf } from '../check/rules/line-judge.ts';
import type { WalkedLines } from '../templates/kernel/walked-lines.ts';
import type { WrittenFields } from '../templates/written-fields.ts';

/** Texts are empty where the transaction has none that can be used. */
export interface LineFacts {
  /** Of modification.created_at, such as 2026-01-31. */
  day: string;
  /** Of modification.currency. */
  currency: string;
  /** modification.amount as it is spelled; undefined where the transaction has none. */
  amount: string | undefined;
  sourceCountry: string;
  targetCountry: string;
  /** payment_external_id, as written. */
  payment: string;
  /** modification.external_id, as written. */
  modification: string;
}

const DAY_CHARACTERS = 10;
const COUNTRY = /^[A-Z]{2}$/;

/** The facts of a transaction, from what was written of it. What counts in sums is as in check/totals/totals.ts. */
export function factsOf(written: WrittenFields): LineFacts {
  const amount = written.amount === '' ? undefined : written.amount;
  return factsOfTexts({
    amount,
    currency: textOf(written.currency),
    createdAt: textOf(written.createdAt),
    sourceCountry: textOf(written.sourceCountry),
    targetCountry: textOf(written.targetCountry),
    payment: textOf(written.payment),
    modification: textOf(written.modification),
  });
}

/** As factsOf, of a line that the walk has written. An id that is a UUID is taken from its bits. */
export function factsOfWalked(lines: WalkedLines, line: number): LineFacts {
  const amount = lines.amountOf(line);
  return {
    day: lines.dayOf(line),
    currency: lines.currencyOf(line),
    amount: amount === '' ? undefined : amount,
    sourceCountry: lines.sourceCountryOf(line),
    targetCountry: lines.targetCountryOf(line),
    payment: textOf(lines.paymentOf(line)),
    modification: textOf(lines.otherIdOf(line)),
  };
}

/** As factsOf, from the line alone: slower, for the few lines of which nothing else is at hand. */
export function factsOfLine(line: string): LineFacts {
  const value = jsonValueOf(line);
  const transaction = isJsonObject(value) ? value : {};
  const { amount, currency = '', createdAt = '' } = figuresOf(line, transaction) ?? {};
  const text = (key: string): string => {
    const found = valueAt(transaction, key);
    return typeof found === 'string' ? found : '';
  };
  return factsOfTexts({
    amount,
    currency,
    createdAt,
    payment: text('payment_external_id'),
    sourceCountry: text('payment_source_country'),
    targetCountry: text('payment_target_country'),
    modification: modificationIdOf(transaction) ?? '',
  });
}

/** As written, but for the escapes of JSON. */
type FactTexts = Record<Exclude<keyof WrittenFields, 'amount'>, string> & { amount: string | undefined };

function factsOfTexts(texts: FactTexts): LineFacts {
  const { createdAt, currency, amount, sourceCountry, targetCountry, payment, modification } = texts;
  return {
    day: isDateTime(createdAt) ? createdAt.slice(0, DAY_CHARACTERS) : '',
    currency: isCurrencyForm(currency) ? currency : '',
    amount,
    sourceCountry: COUNTRY.test(sourceCountry) ? sourceCountry : '',
    targetCountry: COUNTRY.test(targetCountry) ? targetCountry : '',
    payment,
    modification,
  };
}

/** The text that JSON spells; empty for none. */
function textOf(json: string): string {
  if (json === '') return '';
  return json.includes('\\') ? String(JSON.parse(json)) : json.slice(1, -1);
}
