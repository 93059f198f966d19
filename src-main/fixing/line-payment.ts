/** @file What a line pays, and when, in few words: by these a person tells two lines apart. Pure. */

import type { LinePayment } from '../../src-shared/contract.ts';
import { type CurrencySum, exactAmount } from '../../src-shared/exact-amount.ts';
import { fieldsOf } from '../../src-shared/json-fields.ts';
import type { LeftOutPayment } from '../../src-shared/left-out.ts';
import { onlyNumberIn } from '../../src-shared/written-number.ts';
import { isCurrencyForm } from '../check/rules/codes.ts';
import { textIn } from './new-values.ts';

/** A person reads no more of a value. */
const MOST_CHARACTERS = 40;

export function paymentOf(line: string): Omit<LinePayment, 'line'> {
  return paidIn(fieldsOf(line));
}

/** With the ids by which the bank and the service find it; undefined of a line that says none of all this. */
export function namedPaymentOf(line: string): LeftOutPayment | undefined {
  const fields = fieldsOf(line);
  const said = ['payment_external_id', 'transaction_external_id', 'modification.external_id'].flatMap(
    (path) => saidIn(fields, path) ?? [],
  );
  const ids = [...new Set(said)];
  const isText = fields?.get('modification.amount')?.startsWith('"') === true;
  const payment = { ...(ids.length > 0 && { ids }), ...paidIn(fields), ...(isText && { isText }) };
  return Object.keys(payment).length > 0 ? payment : undefined;
}

/** Who pays, and who is paid: by the identifier that the service knows, else by the name. */
export function partiesOf(line: string): { sender?: string; receiver?: string } {
  const fields = fieldsOf(line);
  const named = (role: string) => {
    const json = [`${role}.by_external_id`, `${role}.unknown.full_name`].map((path) => fields?.get(path)).find(Boolean);
    return json && (textIn(json) ?? json);
  };
  const [sender, receiver] = ['sender', 'receiver'].map(named);
  return { ...(sender && { sender }), ...(receiver && { receiver }) };
}

/** Its amount as a number; undefined where that cannot be read, or in two ways, as an amount that is the text “1,234”. */
export function amountOf({ amount: said = '', isText }: LeftOutPayment): string | undefined {
  // A longer one was cut.
  if (said.length >= MOST_CHARACTERS) return undefined;
  const isNumber = isText !== true && exactAmount(said) !== undefined;
  const amount = isNumber ? said : onlyNumberIn(said);
  return amount === undefined || exactAmount(amount) === undefined ? undefined : amount;
}

/** What a payment adds to a sum; undefined where that cannot be read. */
export function paidExactly(payment: LeftOutPayment): CurrencySum | undefined {
  const [amount, { currency = '' }] = [amountOf(payment), payment];
  return amount === undefined || !isCurrencyForm(currency) ? undefined : { currency, amount };
}

type Fields = ReturnType<typeof fieldsOf>;

function paidIn(fields: Fields): Omit<LinePayment, 'line'> {
  const [amount, currency, at] = ['amount', 'currency', 'created_at'].map((key) =>
    saidIn(fields, `modification.${key}`),
  );
  return { ...(amount && { amount }), ...(currency && { currency }), ...(at && { at }) };
}

function saidIn(fields: Fields, path: string): string | undefined {
  const json = fields?.get(path);
  return json && (textIn(json) ?? json).slice(0, MOST_CHARACTERS);
}
