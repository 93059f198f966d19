/** @file What a line pays, and when, in few words: by these a person tells two lines apart. Pure. */

import type { LinePayment } from '../../src-shared/contract.ts';
import { fieldsOf } from '../../src-shared/json-fields.ts';
import { textIn } from './new-values.ts';

/** A person reads no more of a value. */
const MOST_CHARACTERS = 40;

export function paymentOf(line: string): Omit<LinePayment, 'line'> {
  const fields = fieldsOf(line);
  const said = (path: string) => {
    const json = fields?.get(`modification.${path}`);
    return json && (textIn(json) ?? json).slice(0, MOST_CHARACTERS);
  };
  const [amount, currency, at] = [said('amount'), said('currency'), said('created_at')];
  return { ...(amount && { amount }), ...(currency && { currency }), ...(at && { at }) };
}
