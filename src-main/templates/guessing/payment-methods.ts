/**
 * @file Whether a cell is the name of a payment method, as banks write them: “SEPA_INSTANT”, “Direct debit”, “Überweisung”. The
 * service does not say which it accepts: this only tells a column of methods from one of branches or kinds of customers. Pure.
 */

import { wordsOf } from '../../../src-shared/column-words.ts';

const wordSet = (words: string): ReadonlySet<string> => new Set(wordsOf(words));

/** Each says that money moves in this way. */
const telling = wordSet(
  [
    'sepa sct sdd swift target2 tips ach bacs chaps rtgs fedwire interac pix boleto',
    'transfer transfers wire instant card cards cash cheque cheques check checks',
    'überweisung echtzeitüberweisung auslandsüberweisung eilüberweisung lastschrift basislastschrift firmenlastschrift',
    'karte kartenzahlung kreditkarte debitkarte bar bargeld barzahlung scheck',
    'virement virements prélèvement carte chèque espèces',
    'transferencia domiciliación tarjeta efectivo adeudo',
    'bonifico carta contanti assegno addebito',
    'overboeking overschrijving incasso kaart contant',
    'przelew karta gotówka czek',
    'cartão dinheiro transferência',
  ].join(' '),
);
/** What stands beside them, and alone is as well a side, a party, or a way to reach the bank. */
const beside = wordSet(
  'credit debit direct core b2b inst payment payments domestic foreign international cross border standard urgent single order zahlung bancaire bancario directo diretto automatische bankowy płatnicza crédito débito',
);

export function isPaymentMethod(cell: string): boolean {
  const words = wordsOf(cell);
  const says = words.some((word) => telling.has(word)) || words.join(' ').includes('direct debit');
  return says && words.every((word) => telling.has(word) || beside.has(word));
}
