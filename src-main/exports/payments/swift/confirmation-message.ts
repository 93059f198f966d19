/** @file MT900 and MT910: the message confirms one entry of an account. */

import { creditorOf, debtorOf, keyOfBooked, type OwnSide, type Payment, reference } from '../payment-columns.ts';
import type { PaymentRows } from '../payment-rows.ts';
import { type ReadMessage, SingleMessage } from './single-message.ts';
import type { StatementsOfFile } from './statement-message.ts';
import { bicIn, partyIn } from './swift-parties.ts';
import { accountOf25, swiftDate } from './swift-values.ts';

export class ConfirmationMessage extends SingleMessage {
  readonly #file: StatementsOfFile;
  readonly #isCredit: boolean;

  constructor(rows: PaymentRows, file: StatementsOfFile, { isCredit, line }: { isCredit: boolean; line: number }) {
    super(rows, line);
    this.#file = file;
    this.#isCredit = isCredit;
  }

  protected override read({ fields, text, date, currency, amount }: ReadMessage): void {
    const ownSide: OwnSide = this.#isCredit ? 'creditor' : 'debtor';
    const own = { account: accountOf25(text('25') ?? fields.get('25P')?.[0] ?? '') };
    const ordering = partyIn(fields, ['50A', '50F', '50K', '52D']);
    // Who is paid is in no MT900.
    const other = this.#isCredit ? { ...ordering, bic: bicIn(fields, '52A') ?? ordering.bic } : {};
    const payment: Payment = {
      Date: swiftDate(date),
      'Value date': swiftDate(date),
      Amount: amount,
      Currency: currency,
      Direction: this.#isCredit ? 'CRDT' : 'DBIT',
      'Own side': ownSide,
      ...debtorOf(this.#isCredit ? other : own),
      ...creditorOf(this.#isCredit ? own : other),
      'Instruction id': reference(text('21')),
      'Servicer reference': reference(text('20')),
      'Additional information': text('72'),
      'Message id': text('20'),
      'Own account': own.account,
    };
    this.rows.onPayment({ ...payment, Key: this.#file.keys.distinct(keyOfBooked(payment)) });
  }
}
