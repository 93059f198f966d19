/** @file MT900 and MT910: the message confirms one entry of an account. */

import { creditorOf, debtorOf, keyOfBooked, type OwnSide, type Payment, reference } from '../payment-columns.ts';
import type { PaymentRows } from '../payment-rows.ts';
import type { MessageField } from './message-fields.ts';
import type { StatementsOfFile } from './statement-message.ts';
import { bicIn, partyIn, textIn } from './swift-parties.ts';
import { accountOf25, messageOn, noAmount, swiftAmount, swiftDate } from './swift-values.ts';

export class ConfirmationMessage {
  readonly #rows: PaymentRows;
  readonly #file: StatementsOfFile;
  readonly #isCredit: boolean;
  readonly #line: number;
  readonly #fields = new Map<string, readonly string[]>();

  constructor(rows: PaymentRows, file: StatementsOfFile, { isCredit, line }: { isCredit: boolean; line: number }) {
    this.#rows = rows;
    this.#file = file;
    this.#isCredit = isCredit;
    this.#line = line;
  }

  onField({ tag, lines }: MessageField): void {
    if (!this.#fields.has(tag)) this.#fields.set(tag, lines);
  }

  end(): void {
    this.#read();
    this.#rows.onPart({});
  }

  #read(): void {
    const fields = this.#fields;
    const text = (tag: string) => textIn(fields, tag);
    const [, date, currency, number] = /^(\d{6})([A-Z]{3})(.*)$/.exec(text('32A') ?? '') ?? [];
    const amount = swiftAmount(number);
    if (amount === undefined) {
      this.#rows.onRefused(noAmount(messageOn(this.#line), '32A', text('32A')));
      return;
    }
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
    this.#rows.onPayment({ ...payment, Key: this.#file.keys.distinct(keyOfBooked(payment)) });
  }
}
