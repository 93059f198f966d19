/** @file MT103: the message is one transaction. */

import { fact } from '../../../../src-shared/languages/fact.ts';
import { creditorOf, debtorOf, keyOf, plainAmount, reference, uetrOf } from '../payment-columns.ts';
import type { PaymentRows } from '../payment-rows.ts';
import { type ReadMessage, SingleMessage } from './single-message.ts';
import { bicIn, chargesIn, endToEndIn, partyIn, remittanceIn } from './swift-parties.ts';
import { exchangedIn, swiftDate } from './swift-values.ts';

export class TransferMessage extends SingleMessage {
  readonly #uetr: string | undefined;

  constructor(rows: PaymentRows, { uetr, line }: { uetr: string | undefined; line: number }) {
    super(rows, line);
    this.#uetr = uetrOf(uetr);
  }

  protected override read({ fields, text, date, currency, amount }: ReadMessage): void {
    const id = text('20');
    const missing = ['50', '59', '71A'].find((tag) => ![...fields.keys()].some((one) => one.startsWith(tag)));
    if (missing !== undefined) {
      this.rows.onRefused(
        fact(
          'The message on line {line} has no field {field}, which each transfer has: it has probably been cut off. Ask for it again.',
          { line: this.line, field: missing },
        ),
      );
      return;
    }
    const debtor = partyIn(fields, ['50A', '50F', '50K']);
    const creditor = partyIn(fields, ['59', '59A', '59F']);
    // Field 20 is unique for its sender only.
    const parties = [debtor.account ?? debtor.name, creditor.account ?? creditor.name];
    const key = keyOf(text('52A') ?? text('53B'), reference(id), date, currency, plainAmount(amount), ...parties);
    this.rows.onPayment({
      Key: this.#uetr ?? key,
      UETR: this.#uetr,
      Date: swiftDate(date),
      Amount: amount,
      Currency: currency,
      // It is not said whose customer is ours: that of the debtor, as in what we send.
      'Own side': 'debtor',
      ...debtorOf({ ...debtor, bic: bicIn(fields, '52A') ?? debtor.bic }),
      ...creditorOf({ ...creditor, bic: bicIn(fields, '57A') ?? creditor.bic }),
      ...exchangedIn(text('33B'), text('36'), currency),
      Charges: chargesIn(fields),
      'Instruction id': id,
      'Transaction code': text('23B'),
      'End-to-end id': endToEndIn(fields),
      Remittance: remittanceIn(fields),
      'Additional information': text('72'),
      'Message id': id,
    });
  }
}
